import assert from "node:assert/strict";
import { test } from "node:test";
import {
  duplicateAt, insertAt, move, newBreak, newLevel, removeAt, renumber, roundChips, setAllDurations, setCell, toPayload,
} from "../../static/js/editor/items.js";

const MINUTE = 60_000;
const level = (id, small_blind = 0, big_blind = 0, ante = 0, more = {}) => ({
  id, kind: "level", number: id, duration_ms: 20 * MINUTE, game: "Hold'em", limit: "no-limit", small_blind, big_blind, ante,
  ante_kind: "big-blind", bring_in: 0, completion: 0, small_bet: 0, big_bet: 0, note: "", color_up: [], stop_at_end: false, auto: [], ...more,
});
const pick = (item, ...keys) => keys.map((key) => item[key]);

test("a small blind fills big blind, ante and duration of an empty level", () => {
  const items = [level(1, 100, 200, 200, { duration_ms: 30 * MINUTE }), level(2, 0, 0, 0, { duration_ms: 0 })];
  assert.deepEqual(pick(setCell(items, 1, "small_blind", 150)[1], "small_blind", "big_blind", "ante", "duration_ms"), [150, 300, 300, 30 * MINUTE]);
});

test("filled cells follow while a blind is typed figure by figure", () => {
  let items = [level(1)];
  for (const typed of [1, 15, 150]) items = setCell(items, 0, "small_blind", typed);
  assert.deepEqual(pick(items[0], "big_blind", "ante"), [300, 300]);
});

test("what a person typed is never overwritten", () => {
  let items = setCell([level(1)], 0, "big_blind", 500);
  items = setCell(items, 0, "small_blind", 300);
  assert.deepEqual(pick(items[0], "small_blind", "big_blind", "ante"), [300, 500, 500]);
  items = setCell(items, 0, "ante", 600);
  assert.deepEqual(pick(setCell(items, 0, "small_blind", 400)[0], "big_blind", "ante"), [500, 600]);
});

test("loaded figures stay when their small blind is changed", () => {
  assert.deepEqual(pick(setCell([level(1, 100, 200, 200)], 0, "small_blind", 150)[0], "big_blind", "ante"), [200, 200]);
});

test("an ante of everybody keeps its share of the big blind", () => {
  const items = [level(1, 200, 400, 50, { ante_kind: "all" }), level(2, 0, 0, 0, { ante_kind: "all" })];
  assert.deepEqual(pick(setCell(items, 1, "small_blind", 400)[1], "big_blind", "ante"), [800, 100]);
});

test("no ante is filled where none is paid, and choosing a kind fills it", () => {
  const items = setCell([level(1, 0, 0, 0, { ante_kind: "none" })], 0, "small_blind", 100);
  assert.equal(items[0].ante, 0);
  assert.equal(setCell(items, 0, "ante_kind", "button")[0].ante, 200);
  assert.equal(setCell(setCell(items, 0, "ante_kind", "button"), 0, "ante_kind", "none")[0].ante, 0);
});

test("equal blinds in two levels go on as equal blinds, thirds as thirds", () => {
  const next = (ratio) => setCell([level(1, 100, 100 * ratio), level(2, 200, 200 * ratio), level(3)], 2, "small_blind", 300)[2].big_blind;
  assert.deepEqual([1, 2, 3].map(next), [300, 600, 900]);
});

test("in limit hold'em the big blind is the small bet", () => {
  // 2023 WSOP Event 54 $10,000 HORSE, day 4: bets 80,000/160,000, blinds 40,000/80,000.
  const items = [level(1, 0, 0, 0, { limit: "fixed-limit", ante_kind: "none" })];
  assert.deepEqual(pick(setCell(items, 0, "small_blind", 40_000)[0], "big_blind", "small_bet", "big_bet"), [80_000, 80_000, 160_000]);
  assert.deepEqual(pick(setCell(items, 0, "small_bet", 80_000)[0], "small_blind", "big_blind", "big_bet"), [40_000, 80_000, 160_000]);
});

test("in stud the small bet fills big bet, completion, bring-in and ante", () => {
  // The same event: stud hi-lo 80,000/160,000, ante and bring-in 20,000.
  const items = [level(1, 0, 0, 0, { game: "Stud hi-lo", limit: "fixed-limit", ante_kind: "all" })];
  const filled = setCell(items, 0, "small_bet", 80_000)[0];
  assert.deepEqual(pick(filled, "big_bet", "completion", "bring_in", "ante", "small_blind"), [160_000, 80_000, 20_000, 20_000, 0]);
});

test("levels are numbered from the first number, breaks are not", () => {
  const items = [level(7), newBreak([], 0, 8), level(9)];
  assert.deepEqual(renumber(items, 11).map((item) => item.number ?? null), [11, null, 12]);
});

test("moving keeps every item, and nothing moves outside the list", () => {
  const items = [level(1), level(2), level(3)];
  assert.deepEqual(move(items, 0, 2).map((item) => item.id), [2, 3, 1]);
  assert.deepEqual(move(items, 2, 0).map((item) => item.id), [3, 1, 2]);
  assert.equal(move(items, 0, -1), items);
  assert.equal(move(items, 2, 3), items);
});

test("inserting, removing and duplicating leave the old list as it was", () => {
  const items = [level(1, 100, 200), level(2)];
  assert.deepEqual(insertAt(items, 1, level(9)).map((item) => item.id), [1, 9, 2]);
  assert.deepEqual(removeAt(items, 0).map((item) => item.id), [2]);
  assert.deepEqual(duplicateAt(items, 0, 5).map((item) => [item.id, item.small_blind]), [[1, 100], [5, 100], [2, 0]]);
  assert.equal(items.length, 2);
});

test("a new level plays as the one before it", () => {
  const items = [level(1, 100, 200, 200, { game: "Omaha", limit: "pot-limit", duration_ms: 40 * MINUTE, ante_kind: "button" })];
  assert.deepEqual(pick(newLevel(items, 1, 2), "game", "limit", "duration_ms", "ante_kind", "small_blind"), ["Omaha", "pot-limit", 40 * MINUTE, "button", 0]);
});

test("one duration for all leaves breaks alone", () => {
  const items = setAllDurations([level(1), newBreak([], 0, 2), level(3)], 45 * MINUTE);
  assert.deepEqual(items.map((item) => item.duration_ms / MINUTE), [45, 15, 45]);
});

test("chips are rounded down to a figure that chips make", () => {
  assert.deepEqual([0, 1, 18, 25, 37, 62, 100, 130, 260, 999].map(roundChips), [0, 1, 10, 25, 30, 60, 100, 100, 250, 800]);
});

test("the server gets each kind's own fields and no trace of the editor", () => {
  const first = renumber([level(1, 100, 200, 200)])[0];
  const { auto, color_up, ...own } = first;
  assert.deepEqual(toPayload([first, { ...newBreak([], 0, 2), number: null, color_up: [25] }, newBreak([], 0, 3, "countdown")]), [
    own,
    { id: 2, kind: "break", duration_ms: 15 * MINUTE, color_up: [25], note: "", stop_at_end: false },
    { id: 3, kind: "countdown", duration_ms: 15 * MINUTE, stop_at_end: false },
  ]);
});
