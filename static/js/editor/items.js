/**
 * The list of levels and breaks as plain values. Every function returns a new list and changes none.
 * `auto` on an item names the cells that the editor filled; they follow the small blind until someone types there.
 */

export const CHIP_KEYS = ["small_blind", "big_blind", "ante", "small_bet", "big_bet", "bring_in", "completion"];
const DEFAULT_MS = 20 * 60_000;

export const isLevel = (item) => item?.kind === "level";
export const playsStud = (item) => /stud|razz/i.test(item.game ?? "") || item.bring_in > 0;
export const hasBets = (item) => item.limit === "fixed-limit" || item.limit === "spread-limit" || item.small_bet > 0;

export function previousLevel(items, index) {
  for (let i = index - 1; i >= 0; i -= 1) if (isLevel(items[i])) return items[i];
  return null;
}

/** A level without figures that plays as the one before it, or after it, does. */
export function newLevel(items, index, id) {
  const like = previousLevel(items, index) ?? items.slice(index).find(isLevel);
  return {
    id, kind: "level", number: 0, duration_ms: like?.duration_ms ?? DEFAULT_MS, game: like?.game ?? "Hold'em",
    limit: like?.limit ?? "no-limit", small_blind: 0, big_blind: 0, ante: 0, ante_kind: like?.ante_kind ?? "big-blind",
    bring_in: 0, completion: 0, small_bet: 0, big_bet: 0, note: "", stop_at_end: false, auto: ["duration_ms"],
  };
}

/** A break as long as the one before it, else a quarter of an hour; "countdown" likewise. */
export function newBreak(items, index, id, kind = "break") {
  const like = items.slice(0, index).findLast((item) => item.kind === kind);
  return { id, kind, duration_ms: like?.duration_ms ?? 15 * 60_000, color_up: [], note: "", stop_at_end: false, auto: [] };
}

/** Levels numbered one after another, breaks without a number. */
export function renumber(items, first = 1) {
  let number = first - 1;
  return items.map((item) => {
    const wanted = isLevel(item) ? (number += 1) : null;
    return (item.number ?? null) === wanted ? item : { ...item, number: wanted };
  });
}

export function insertAt(items, index, item) {
  return items.toSpliced(index, 0, item);
}

export function removeAt(items, index) {
  return items.toSpliced(index, 1);
}

/** The item at `from` taken out and put in at `to`; outside the list nothing moves. */
export function move(items, from, to) {
  if (to < 0 || to >= items.length || from === to) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
}

export function duplicateAt(items, index, id) {
  return items.toSpliced(index + 1, 0, { ...items[index], id });
}

/** One duration for every level. */
export function setAllDurations(items, duration_ms) {
  return items.map((item) => (isLevel(item) ? { ...item, duration_ms, auto: without(item.auto, "duration_ms") } : item));
}

const without = (auto = [], key) => auto.filter((name) => name !== key);
const isOpen = (item, key) => !item[key] || (item.auto ?? []).includes(key);

/** One cell typed by a person; the cells that depend on it follow where they are still open. */
export function setCell(items, index, key, value) {
  const typed = { ...items[index], [key]: value, auto: without(items[index].auto, key) };
  const next = items.with(index, typed);
  if (!isLevel(typed)) return next;
  if (key === "small_blind") return fillFromSmallBlind(next, index);
  if (key === "big_blind") return next.with(index, fillBets(fillAnte(next, index)));
  if (key === "ante_kind") return next.with(index, anteForKind(next, index));
  if (key === "small_bet") return next.with(index, fillFromSmallBet(next, index));
  return next;
}

/** The list with big blind, ante, bets and duration of a level filled from its small blind. */
export function fillFromSmallBlind(items, index) {
  const like = previousLevel(items, index);
  let item = items[index];
  item = fill(item, "big_blind", item.small_blind * blindRatio(items, index));
  item = fill(item, "duration_ms", like?.duration_ms ?? (item.duration_ms || DEFAULT_MS));
  return items.with(index, fillBets(fillAnte(items.with(index, item), index)));
}

/** Two, unless the two levels before both play another whole ratio: equal blinds, or a third. */
function blindRatio(items, index) {
  const before = previousLevel(items, index);
  const ratios = [before, before && previousLevel(items, items.indexOf(before))]
    .map((level) => (level?.small_blind ? level.big_blind / level.small_blind : 2));
  return ratios[0] === ratios[1] && [1, 3].includes(ratios[0]) ? ratios[0] : 2;
}

function fillAnte(items, index) {
  const item = items[index];
  const like = previousLevel(items, index);
  if (item.ante_kind === "none") return fill(item, "ante", 0);
  if (item.ante_kind !== "all") return fill(item, "ante", item.big_blind);
  const share = like?.ante_kind === "all" && like.ante && like.big_blind ? like.big_blind / like.ante : 8;
  return fill(item, "ante", roundChips(item.big_blind / share));
}

/** The ante after its kind was chosen: nothing for "none", else filled afresh. */
function anteForKind(items, index) {
  const item = items[index];
  if (item.ante_kind === "none") return { ...item, ante: 0, auto: [...new Set([...(item.auto ?? []), "ante"])] };
  return fillAnte(items, index);
}

/** In limit games the big blind is the small bet, and the big bet is twice that. */
export function fillBets(item) {
  if (item.limit !== "fixed-limit" || !item.small_blind) return item;
  const bets = fill(item, "small_bet", item.big_blind);
  return fill(bets, "big_bet", bets.small_bet * 2);
}

function fillFromSmallBet(items, index) {
  const like = previousLevel(items, index);
  let item = fill(items[index], "big_bet", items[index].small_bet * 2);
  if (!playsStud(item)) {
    if (item.limit !== "fixed-limit") return item;
    item = fill(item, "big_blind", item.small_bet);
    return fill(item, "small_blind", Math.floor(item.small_bet / 2));
  }
  item = fill(item, "completion", item.small_bet);
  for (const key of ["bring_in", "ante"]) {
    const share = like?.[key] && like.small_bet ? like.small_bet / like[key] : 4;
    if (key === "bring_in" || item.ante_kind !== "none") item = fill(item, key, roundChips(item.small_bet / share));
  }
  return fill(item, "duration_ms", like?.duration_ms ?? DEFAULT_MS);
}

/** The item with a cell filled, if that cell is empty or was filled before. */
function fill(item, key, value) {
  if (!isOpen(item, key)) return item;
  return { ...item, [key]: value, auto: [...new Set([...(item.auto ?? []), key])] };
}

/** Down to a figure that chips make: one of 1, 2, 2.5, 3, 4, 5, 6, 7.5, 8 times a power of ten. */
export function roundChips(value) {
  if (value < 1) return value > 0 ? 1 : 0;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const steps = [1, 2, 2.5, 3, 4, 5, 6, 7.5, 8].map((step) => step * power).filter(Number.isInteger);
  return steps.findLast((step) => step <= value + 1e-9) ?? Math.floor(value);
}

const KEPT = {
  level: ["number", "duration_ms", "game", "limit", ...CHIP_KEYS, "ante_kind", "note", "stop_at_end"],
  break: ["duration_ms", "color_up", "note", "stop_at_end"],
  countdown: ["duration_ms", "stop_at_end"],
};

/** What goes to the server, which takes nothing it does not know: each kind's own fields. */
export function toPayload(items) {
  return items.map((item) => {
    const row = { kind: item.kind, id: item.id };
    for (const key of KEPT[item.kind]) if (item[key] !== undefined && item[key] !== null) row[key] = item[key];
    return row;
  });
}
