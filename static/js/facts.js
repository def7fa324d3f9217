/**
 * What a screen says at one instant: the screen document and a reading of its clock, as words and figures.
 *
 * Pure; the hall screen and the phone page both write out what this returns. A fact that the event hides,
 * or that does not apply, is null and is left out. Clock arithmetic is clock.js's alone.
 */

import { calledFact } from "./alternates.js";
import { formatRemaining } from "./clock.js";
import { fill, hoursAndMinutes } from "./format.js";

const LAST_MINUTE_MS = 60_000;
const LONG_PAIR = 13; // characters; a longer pair of blinds beside the clock is shortened, "500K / 1M"
const HOLDEM = new Set(["", "holdem", "no-limit holdem", "texas holdem", "nlh", "nlhe"]);

/** Words of the page by key; "places.one" and "places.other" are chosen by the language's own rule. */
export class Words {
  #words;
  #plural;

  constructor(words, language = "en") {
    this.#words = words;
    this.#plural = new Intl.PluralRules(language);
  }

  say(key, values = {}) {
    return fill(this.#words[key] ?? "", values);
  }

  count(key, n, shown) {
    const words = this.#words[`${key}.${this.#plural.select(n)}`] ?? this.#words[`${key}.other`] ?? "";
    return fill(words, { n: shown });
  }
}

/** All that is on show at `now` (server ms). Labelled facts are {label, value} or null. */
export function facts(state, reading, now, format, words) {
  const item = state.schedule[reading.index] ?? null;
  const phase = phaseOf(item, reading);
  const level = levelOnShow(state.schedule, reading.index);
  return {
    phase,
    isPaused: reading.state === "paused",
    isLastMinute: reading.state === "running" && reading.remaining_ms <= LAST_MINUTE_MS,
    status: statusOf(phase, reading, words),
    time: phase === "finished" ? words.say("finished") : formatRemaining(reading.remaining_ms),
    until: untilOf(phase, reading, now, format, words),
    game: gameOf(level, words),
    note: item?.note ?? "",
    blinds: level ? pair(level, (chips) => format.chips(chips)) : "",
    ante: level ? secondLine(level, format, words) : "",
    level: levelFact(phase, level, words),
    next: nextFact(state.schedule, reading.index, phase, level, format, words),
    pause: breakFact(reading, now, format, words) ?? tablesFact(state, format, words),
    ...field(state, format, words),
    registration: registrationOf(state, reading, format, words),
    places: placesOf(state.prizes, format, words),
    alternates: calledFact(state, words),
    house: format.time(now),
  };
}

function phaseOf(item, reading) {
  if (reading.state === "finished" || reading.state === "waiting") return reading.state;
  return item?.kind ?? "waiting";
}

function statusOf(phase, reading, words) {
  if (phase === "waiting") return words.say("waiting");
  if (phase === "finished") return "";
  if (reading.state === "paused") {
    return phase === "break" ? `${words.say("break")} · ${words.say("paused")}` : words.say("paused");
  }
  if (phase === "countdown") return words.say("starts_in");
  const isLast = reading.remaining_ms <= LAST_MINUTE_MS;
  if (phase === "break") return words.say(isLast ? "break_ends" : "break");
  return isLast ? words.say("last_minute") : "";
}

function untilOf(phase, reading, now, format, words) {
  const isFixed = reading.state === "running" && (phase === "break" || phase === "countdown");
  if (!isFixed) return null;
  const label = words.say(phase === "break" ? "back_at" : "starts_at");
  return { label, value: format.time(now + reading.remaining_ms) };
}

// -- the game ---------------------------------------------------------------------------------

/** The level being played; in a break or countdown the one that follows; after the end the last. */
function levelOnShow(schedule, index) {
  if (schedule[index]?.kind === "level") return schedule[index];
  return levelAfter(schedule, index) ?? schedule.findLast((item) => item.kind === "level") ?? null;
}

function levelAfter(schedule, index) {
  return schedule.slice(index + 1).find((item) => item.kind === "level") ?? null;
}

/** The two figures a level is known by: blinds, or the bets of a limit game. */
export function pair(level, chips) {
  if (level.limit === "fixed-limit" && level.big_bet) return `${chips(level.small_bet)} / ${chips(level.big_bet)}`;
  if (level.limit === "spread-limit" && level.big_bet) return `${chips(level.small_bet)}–${chips(level.big_bet)}`;
  if (!level.small_blind) return chips(level.big_blind);
  return `${chips(level.small_blind)} / ${chips(level.big_blind)}`;
}

export function shortPair(level, format, most = LONG_PAIR) {
  const full = pair(level, (chips) => format.chips(chips));
  return full.length > most ? pair(level, (chips) => format.compact(chips, 1000)) : full;
}

/** "BB ante 1,200"; in limit games the blinds, or ante and bring-in. */
function secondLine(level, format, words) {
  const parts = [];
  const isByBets = level.limit === "fixed-limit" || level.limit === "spread-limit";
  if (isByBets && level.big_bet && level.big_blind && !level.bring_in) {
    const [small, big] = [format.chips(level.small_blind), format.chips(level.big_blind)];
    parts.push(words.say("blinds", { small, big }));
  }
  if (level.ante && level.ante_kind !== "none") {
    parts.push(words.say(`ante.${level.ante_kind ?? "all"}`, { n: format.chips(level.ante) }));
  }
  if (level.bring_in) parts.push(words.say("bring_in", { n: format.chips(level.bring_in) }));
  return parts.join(" · ");
}

/** The ante as a bare figure for a list, "" for none. */
export function anteOf(level, format) {
  return level.ante && level.ante_kind !== "none" ? format.compact(level.ante, 1_000_000) : "";
}

/** The game's name where it needs saying: everything but no-limit hold'em. */
function gameOf(level, words) {
  if (!level) return "";
  const game = (level.game ?? "").toLowerCase().replaceAll(/['’]/g, "");
  const isHoldem = HOLDEM.has(game);
  if (isHoldem && level.limit === "no-limit") return "";
  const name = isHoldem ? words.say("game.holdem") : words.say(`game.${game}`) || level.game;
  return words.say(`limit.${level.limit}`, { game: name }) || name;
}

function levelFact(phase, level, words) {
  if (!level) return null;
  const isAhead = phase === "break" || phase === "countdown";
  return { label: words.say(isAhead ? "next_level" : "level"), value: String(level.number) };
}

function nextFact(schedule, index, phase, level, format, words) {
  const isAhead = phase === "break" || phase === "countdown";
  const next = isAhead ? level : levelAfter(schedule, index);
  if (!next) return null;
  const game = isAhead || gameOf(next, words) === gameOf(level, words) ? "" : gameOf(next, words);
  return { label: game ? words.say("next_game", { game }) : words.say("next"), value: shortPair(next, format) };
}

// -- structure and field ----------------------------------------------------------------------

/** A time of day while the clock runs; while it stands nobody knows it, so how much play is left. */
function breakFact(reading, now, format, words) {
  const ms = reading.to_break_ms;
  if (ms === null || ms === undefined || ms === 0) return null;
  if (reading.state === "running") return { label: words.say("break"), value: format.time(now + ms) };
  return { label: words.say("break_in"), value: duration(ms, words) };
}

export function duration(ms, words) {
  const [hours, minutes] = hoursAndMinutes(ms);
  if (!hours) return words.say("minutes", { m: minutes });
  return words.say("hours_minutes", { h: hours, m: String(minutes).padStart(2, "0") });
}

function tablesFact(state, format, words) {
  const tables = state.counts?.tables;
  return tables ? { label: words.say("tables"), value: format.chips(tables) } : null;
}

function field(state, format, words) {
  const { counts, chips, prizes } = state;
  const shown = (label, value, write) => (value === null || value === undefined ? null : { label, value: write(value) });
  const whole = (count) => format.chips(count);
  return {
    players: shown(words.say("players_of", { n: whole(counts?.entries ?? 0) }), counts?.players, whole),
    average: shown(words.say("average"), chips?.average || null, whole),
    pool: shown(words.say(prizes?.final ? "pool" : "pool_so_far"), prizes?.pool, (money) => format.money(money)),
  };
}

function placesOf(prizes, format, words) {
  if (!prizes?.places) return "";
  return words.count(prizes.final ? "places" : "places_so_far", prizes.places, format.chips(prizes.places));
}

function registrationOf(state, reading, format, words) {
  const { registration } = state;
  if (!registration?.open) return null;
  const closesAt = reading.state === "running" && registration.closes_at;
  if (closesAt) return { label: words.say("registration_until"), value: format.time(Date.parse(closesAt)) };
  const n = registration.closes_after_level;
  if (!n) return { label: words.say("registration"), value: words.say("open") };
  return { label: words.say("registration_until"), value: words.say("end_of_level", { n }) };
}
