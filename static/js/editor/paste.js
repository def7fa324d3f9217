/** A block copied from a spreadsheet, read into rows of levels and breaks, and laid over the list. */

import { CHIP_KEYS, fillBets, insertAt, isLevel, newBreak, newLevel, renumber } from "./items.js";
import { parseChipList, parseChips, parseDuration } from "./numbers.js";

/** Words of a header row, most special first. `null`: a column the editor works out by itself. */
const HEADERS = [
  [/^(#|no\.?|nr\.?|lvl|level|levels|round|级别|級別)$/i, "number"],
  [/^(start|starts|start time|time of day|clock|ends?|running|total|elapsed)\b/i, null],
  [/ante.*(type|kind)|^type of ante/i, "ante_kind"],
  [/(bb|big blind|button|btn)[\s-]*ante|^bba$|大盲前注/i, "special_ante"],
  [/^antes?$|\bantes?\b|前注/i, "ante"],
  [/bring|强制|帶入/i, "bring_in"],
  [/complet/i, "completion"],
  [/^(limits?|bets?|betting limits?|stakes)$/i, "bets"],
  [/(small|lower).*(bet|limit)/i, "small_bet"],
  [/(big|large|upper).*(bet|limit)/i, "big_bet"],
  [/^(blinds?|sb\s*[/-]\s*bb.*|small.*\/.*big.*)$|盲注/i, "blinds"],
  [/^(sb|small( blind)?)$|小盲/i, "small_blind"],
  [/^(bb|big( blind)?)$|大盲/i, "big_blind"],
  [/^(min|mins|minutes?|duration|length|time|level time|时间|時間|分钟|分鐘)\b/i, "duration_ms"],
  [/^games?\b/i, "game"],
  [/^(notes?|remarks?|comments?)\b/i, "note"],
];

const BREAK = /break|pause|pausa|dinner|休息|晚餐/i;
const COLOR_UP = /(?:colou?r[\s-]*up|chip race|race off|remove|換籌碼|换筹码)\s*:?\s*(.*)$/i;
const DURATION = /\d+:\d{2}(?::\d{2})?|\d+\s*(?:h|hours?)\b(?:\s*\d+)?|\d+\s*(?:min\w*|m\b|'|′|分)|\d+/i;
const COMBO = /^(\d[\d.,\s'’]*[kKmM]?)\s*[/–—-]\s*(\d[\d.,\s'’]*[kKmM]?)(?:\s*[/,(\[–—-]\s*(?:(?:bb|big blind|btn|button)?\s*ante:?\s*)?(\d[\d.,\s'’]*[kKmM]?)\s*[)\]]?)?(?:\s*(?:bb\s*)?ante)?$/i;

/** Rows of cells: tabs, else semicolons, else the row is one cell. Lines without anything are dropped. */
export function cellsOf(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n").filter((line) => line.trim() !== "");
  const separator = lines.some((line) => line.includes("\t")) ? "\t" : lines.every((line) => line.includes(";")) ? ";" : null;
  return lines.map((line) => (separator ? line.split(separator) : [line]).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
}

/** The key of each column if the row is a header: at least one known word, and no figure in it. */
export function headerOf(cells) {
  const keys = cells.map((cell) => HEADERS.find(([pattern]) => pattern.test(cell))?.[1]);
  const known = keys.some((key) => key) && cells.every((cell) => !/^\d/.test(cell)) && !cells.every((cell) => BREAK.test(cell));
  return known && !keys.every((key, i) => !key || /\d/.test(cells[i])) ? keys.map((key) => key ?? null) : null;
}

/**
 * Rows of a pasted block: {kind: "level", values} or a break, and the cells that could not be read.
 * Without a header the columns are `columns`, the keys from the focused cell to the right.
 */
export function parsePaste(text, columns = ["small_blind", "big_blind", "ante", "duration_ms"]) {
  const table = cellsOf(text);
  const header = table.length ? headerOf(table[0]) : null;
  const body = header ? table.slice(1) : table;
  const keys = header ?? positional(body, columns);
  const unread = [];
  const rows = body.map((cells, row) => {
    if (isBreak(cells, keys)) return readBreak(cells);
    const values = {};
    cells.forEach((cell, i) => {
      if (keys[i] && cell !== "" && !readCell(values, keys[i], cell)) unread.push({ row, cell });
    });
    return { kind: "level", values };
  });
  return { header: header !== null, rows: rows.filter((row) => row.kind !== "level" || Object.keys(row.values).length), unread };
}

const isBreak = (cells, keys) => cells.some((cell, i) => BREAK.test(cell) && keys[i] !== "note" && keys[i] !== "game");

/** Keys by position; a first column of "1, 2, 3" or "Level 1" beside others is the level's number. */
function positional(body, columns) {
  const levels = body.filter((cells) => !cells.some((cell) => BREAK.test(cell)));
  const wide = levels.some((cells) => cells.length > 1);
  const firsts = levels.map((cells) => /^(?:(?:level|lvl|l)\s*)?(\d+)\.?$/i.exec(cells[0])?.[1]);
  const counts = firsts.every((n, i) => n && (i === 0 || Number(n) === Number(firsts[i - 1]) + 1));
  const named = levels.some((cells) => /^(level|lvl)/i.test(cells[0]));
  const numbered = wide && counts && (levels.length > 1 || named);
  const rest = numbered ? levels.map((cells) => cells.slice(1)) : levels;
  const combo = columns[0] === "small_blind" && rest.some((cells) => COMBO.test(cells[0] ?? "") && parseChips(cells[0]) === null);
  const spread = combo ? ["blinds", ...afterCombo(rest)] : columns;
  return numbered ? ["number", ...spread] : spread;
}

/** After "100/200" comes the ante if there are two more columns or it carries no colon; else the duration. */
function afterCombo(rest) {
  const second = rest.map((cells) => cells[1]).filter(Boolean);
  const widest = Math.max(...rest.map((cells) => cells.length));
  const isTime = second.length && second.every((cell) => /[:a-z']/i.test(cell)) || (widest === 2 && new Set(second).size <= 2 && second.every((cell) => parseChips(cell) <= 240));
  return isTime ? ["duration_ms", "note"] : ["ante", "duration_ms", "note"];
}

/** Whether a cell could be read into `values`. */
function readCell(values, key, cell) {
  if (key === "number") return true;
  if (key === "note" || key === "game") values[key] = cell;
  else if (key === "ante_kind") return readAnteKind(values, cell);
  else if (key === "blinds" || key === "bets") return readCombo(values, key, cell);
  else if (key === "duration_ms") return store(values, key, parseDuration(cell));
  else if (key === "special_ante") return store(values, "ante", parseChips(cell)) && store(values, "ante_kind", "big-blind");
  else return (key === "small_blind" && readCombo(values, "blinds", cell)) || store(values, key, parseChips(cell));
  return true;
}

function store(values, key, value) {
  if (value === null) return false;
  values[key] = value;
  return true;
}

function readAnteKind(values, cell) {
  const kind = [[/big|bb/i, "big-blind"], [/but|btn/i, "button"], [/all|every|player/i, "all"], [/none|no\b|^-?$/i, "none"]].find(([p]) => p.test(cell));
  return Boolean(kind) && store(values, "ante_kind", kind[1]);
}

function readCombo(values, key, cell) {
  const match = COMBO.exec(cell);
  if (!match) return false;
  const figures = match.slice(1).filter((part) => part !== undefined).map(parseChips);
  if (figures.includes(null)) return false;
  const [first, second] = key === "bets" ? ["small_bet", "big_bet"] : ["small_blind", "big_blind"];
  Object.assign(values, { [first]: figures[0], [second]: figures[1] });
  if (figures.length > 2) values.ante = figures[2];
  return true;
}

function readBreak(cells) {
  const text = cells.join(" ").trim();
  const chips = COLOR_UP.exec(text);
  const rest = chips ? text.slice(0, chips.index) : text;
  const length = DURATION.exec(rest.replace(/level\s*\d+/i, ""));
  const note = /dinner|晚餐/i.test(text) ? "Dinner" : "";
  return { kind: "break", duration_ms: length ? parseDuration(length[0]) || null : null, color_up: chips ? parseChipList(chips[1]) : [], note };
}

/** The list with pasted rows laid over it from `index` on; past the end levels are added. `ids` makes new ids. */
export function applyPaste(items, index, rows, ids, first = 1) {
  let list = items;
  let at = index;
  for (const row of rows) {
    if (row.kind === "break") list = layBreak(list, at, row, ids);
    else {
      at = nextPlace(list, at, rows);
      list = layLevel(list, at, row.values, ids);
    }
    at += 1;
  }
  return renumber(list, first);
}

/** A block with breaks of its own replaces place by place; one without them passes over the breaks that are there. */
function nextPlace(list, at, rows) {
  if (rows.some((row) => row.kind === "break")) return at;
  let place = at;
  while (place < list.length && !isLevel(list[place])) place += 1;
  return place;
}

function layBreak(list, at, row, ids) {
  const old = list[at]?.kind === "break" ? list[at] : newBreak(list, at, ids());
  const item = { ...old, color_up: row.color_up, note: row.note || old.note, duration_ms: row.duration_ms ?? old.duration_ms };
  return list[at]?.kind === "break" ? list.with(at, item) : insertAt(list, at, item);
}

function layLevel(list, at, values, ids) {
  const here = isLevel(list[at]) ? list[at] : null;
  const old = here ?? newLevel(list, at, ids());
  let item = { ...old, ...values, auto: (old.auto ?? []).filter((key) => !(key in values)) };
  if (values.ante !== undefined && values.ante_kind === undefined) item.ante_kind = anteKind(item, old);
  if (CHIP_KEYS.some((key) => key in values) && item.small_bet && !item.small_blind && !here) item.limit = "fixed-limit";
  if ("small_blind" in values) item = fillBets(item);
  return at < list.length && (here || list[at].kind !== "countdown") ? list.with(at, item) : insertAt(list, at, item);
}

/** An ante of half a big blind or more is one player's for the table; the kind in use is kept where it fits. */
function anteKind(item, old) {
  if (!item.ante) return "none";
  const forTable = item.big_blind > 0 && item.ante * 2 >= item.big_blind;
  if (forTable) return old.ante_kind === "button" ? "button" : "big-blind";
  return "all";
}
