import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../static/js/editor/history.js";
import { columnsFrom, horizontal, sameColumn, vertical } from "../../static/js/editor/moves.js";

const LEVEL = ["small_blind", "big_blind", "ante", "ante_kind", "duration_ms"];
const BREAK = ["note", "color_up", "duration_ms"];
const rows = [LEVEL, BREAK, LEVEL];

test("up and down lead through a break and stop at the edges", () => {
  assert.deepEqual(vertical(rows, 0, "big_blind", 1), { row: 1, key: "note" });
  assert.deepEqual(vertical(rows, 0, "ante", 1), { row: 1, key: "color_up" });
  assert.deepEqual(vertical(rows, 1, "ante", 1), { row: 2, key: "ante" });
  assert.deepEqual(vertical(rows, 2, "duration_ms", -1), { row: 1, key: "duration_ms" });
  assert.equal(vertical(rows, 0, "ante", -1), null);
});

test("Enter stays in its column and passes over breaks", () => {
  assert.deepEqual(sameColumn(rows, 0, "small_blind", 1), { row: 2, key: "small_blind" });
  assert.deepEqual(sameColumn(rows, 0, "duration_ms", 1), { row: 1, key: "duration_ms" });
  assert.equal(sameColumn(rows, 2, "small_blind", 1), null);
});

test("left and right go on in the next row", () => {
  assert.deepEqual(horizontal(rows, 0, "small_blind", 1), { row: 0, key: "big_blind" });
  assert.deepEqual(horizontal(rows, 0, "duration_ms", 1), { row: 1, key: "note" });
  assert.deepEqual(horizontal(rows, 2, "small_blind", -1), { row: 1, key: "duration_ms" });
  assert.equal(horizontal(rows, 0, "small_blind", -1), null);
});

test("a block is pasted from the focused column on", () => {
  assert.deepEqual(columnsFrom(LEVEL, "ante"), ["ante", "ante_kind", "duration_ms"]);
});

test("undo takes back step by step, typing in one cell as one step", () => {
  const lists = ["a", "b", "c", "d"].map((name) => [{ id: 1, name }]);
  const history = new History(lists[0]);
  history.put(lists[1], "1.ante");
  history.put(lists[2], "1.ante");
  history.put(lists[3]);
  assert.equal(history.undo() && history.items, lists[2]);
  assert.equal(history.undo() && history.items, lists[0]);
  assert.equal(history.undo(), false);
  assert.equal(history.put(lists[0]), false);
});

test("an id is given out once", () => {
  const history = new History([{ id: 4 }]);
  assert.deepEqual([history.takeId(), history.takeId()], [5, 6]);
});
