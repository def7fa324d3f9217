import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { read } from "../../static/js/clock.js";
import { Words, facts } from "../../static/js/facts.js";
import { Format } from "../../static/js/format.js";
import { toneFor } from "../../static/js/sound.js";
import { trackOf } from "../../static/js/track.js";

const START = Date.UTC(2026, 10, 30, 19, 0);
const MINUTE = 60_000;
const format = new Format({ language: "en", timeZone: "UTC", currency: "EUR" });
const words = new Words(wordsOfTemplate(), "en");

/** The page's own English words, so that a key missing from the template fails here. */
function wordsOfTemplate() {
  const text = readFileSync(new URL("../../templates/screens/_words.html", import.meta.url), "utf8");
  return Object.fromEntries([...text.matchAll(/^([\w.-]+)=\{% translate "(.*?)"/gm)].map(([, key, word]) => [key, word]));
}

const level = (id, number, small, more = {}) => ({
  id, kind: "level", number, duration_ms: 20 * MINUTE, game: "holdem", limit: "no-limit",
  small_blind: small, big_blind: 2 * small, ante: 2 * small, ante_kind: "big-blind",
  small_bet: 0, big_bet: 0, bring_in: 0, note: "", ...more,
});
const pause = { id: 3, kind: "break", duration_ms: 15 * MINUTE, note: "" };
const SCHEDULE = [level(1, 1, 100), level(2, 2, 200), pause, level(4, 3, 300)];

function state(more = {}) {
  return {
    schedule: SCHEDULE,
    clock: { item: 1, elapsed_ms: 0, anchor: new Date(START).toISOString(), state: "running" },
    counts: { entries: 212, players: 143, tables: 17 },
    chips: { average: 74126 },
    registration: { open: false, closes_after_level: 2, closes_at: null },
    prizes: { pool: 10600000, final: true, places: 32 },
    ...more,
  };
}

function shown(document, afterMs) {
  return facts(document, read(document.clock, document.schedule, START + afterMs), START + afterMs, format, words);
}

test("a running level shows the game, and times of day for what comes", () => {
  const seen = shown(state(), 5 * MINUTE + 28_000);
  assert.deepEqual(
    [seen.time, seen.status, seen.blinds, seen.ante, seen.level.value, seen.next.value],
    ["14:32", "", "100 / 200", "BB ante 200", "1", "200 / 400"],
  );
  assert.deepEqual(seen.pause, { label: "Break", value: "19:40" });
  assert.deepEqual(seen.players, { label: "Players of 212", value: "143" });
  assert.deepEqual(seen.pool, { label: "Prize pool", value: "€106,000" });
  assert.equal(seen.places, "32 places paid");
  assert.equal(seen.isLastMinute, false);
});

test("the last minute has its word, not its colour alone", () => {
  const seen = shown(state(), 19 * MINUTE + 1);
  assert.deepEqual([seen.isLastMinute, seen.status, seen.time], [true, "Last minute", "1:00"]);
});

test("a break says when play is back, and what comes then", () => {
  const seen = shown(state(), 45 * MINUTE);
  assert.equal(seen.phase, "break");
  assert.deepEqual(seen.until, { label: "back at", value: "19:55" });
  assert.deepEqual(seen.level, { label: "Next level", value: "3" });
  assert.deepEqual(seen.next, { label: "Next", value: "300 / 600" });
});

test("while the clock stands nobody knows a time of day", () => {
  const paused = { item: 1, elapsed_ms: 10 * MINUTE, anchor: null, state: "paused" };
  const open = { open: true, closes_after_level: 2, closes_at: new Date(START).toISOString() };
  const seen = shown(state({ clock: paused, registration: open }), 90 * MINUTE);
  assert.deepEqual([seen.status, seen.time], ["Paused", "10:00"]);
  assert.deepEqual(seen.pause, { label: "Break after", value: "30 min" });
  assert.deepEqual(seen.registration, { label: "Registration closes", value: "after level 2" });
});

test("what the event hides is left out", () => {
  const seen = shown(state({ chips: { average: null }, prizes: { pool: null, final: false, places: 0 } }), 0);
  assert.deepEqual([seen.average, seen.pool, seen.places], [null, null, ""]);
});

test("pool and places are so far until they are final", () => {
  const seen = shown(state({ prizes: { pool: 4800000, final: false, places: 1 } }), 0);
  assert.deepEqual([seen.pool.label, seen.places], ["Prize pool so far", "1 place so far"]);
});

test("limit games are known by their bets", () => {
  const stud = { game: "stud8", limit: "fixed-limit", small_blind: 0, big_blind: 0, ante: 150, ante_kind: "all" };
  const flop = { game: "omaha8", limit: "fixed-limit", small_bet: 400, big_bet: 800, ante: 0, ante_kind: "none" };
  const schedule = [level(1, 1, 0, { ...stud, small_bet: 1200, big_bet: 2400, bring_in: 300 }), level(2, 2, 200, flop)];
  const first = shown(state({ schedule }), 0);
  assert.deepEqual([first.game, first.blinds, first.ante], ["Limit stud hi-lo", "1,200 / 2,400", "ante 150 · bring-in 300"]);
  assert.deepEqual(first.next, { label: "Next: Limit Omaha hi-lo", value: "400 / 800" });
  assert.equal(shown(state({ schedule }), 21 * MINUTE).ante, "blinds 200 / 400");
});

test("a game nobody has named yet is shown as written", () => {
  const schedule = [level(1, 1, 100, { game: "Crazy pineapple", limit: "pot-limit" })];
  assert.equal(shown(state({ schedule }), 0).game, "Pot-limit Crazy pineapple");
});

test("before the start, after the end and without a schedule there is a picture too", () => {
  const waiting = { item: 1, elapsed_ms: 0, anchor: null, state: "waiting" };
  assert.deepEqual([shown(state({ clock: waiting }), 0).status, shown(state(), 9e7).time], ["Not started yet", "Finished"]);
  assert.equal(shown(state({ clock: waiting, schedule: [] }), 0).blinds, "");
});

test("the track fills the item on show", () => {
  const reading = read(state().clock, SCHEDULE, START + 25 * MINUTE);
  assert.deepEqual(trackOf(state(), reading), [
    { kind: "level", state: "done", share: 1 },
    { kind: "level", state: "now", share: 0.25 },
    { kind: "break", state: "ahead", share: 0 },
    { kind: "level", state: "ahead", share: 0 },
  ]);
});

test("tones sound at the change itself and not after a sleep", () => {
  const reading = (afterMs) => read(state().clock, SCHEDULE, START + afterMs);
  const tone = (fromMs, toMs) => toneFor(reading(fromMs), reading(toMs), SCHEDULE);
  assert.equal(tone(20 * MINUTE - 500, 20 * MINUTE), "level");
  assert.equal(tone(55 * MINUTE - 500, 55 * MINUTE + 100), "back");
  assert.equal(tone(19 * MINUTE - 500, 19 * MINUTE), "last");
  assert.equal(tone(5 * MINUTE, 5 * MINUTE + 1000), null);
  assert.equal(tone(5 * MINUTE, 27 * MINUTE), null);
});
