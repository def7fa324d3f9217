import assert from "node:assert/strict";
import { test } from "node:test";

import { moveWords, movesOnShow } from "../../static/js/moves.js";

const words = { say: (key, { name, to }) => `${key}: ${name} to ${to}` };

test("few moves stand as long as they are news", () => {
  for (const now of [0, 8_000, 123_456_789]) assert.deepEqual(movesOnShow([1, 2, 3], now), [1, 2, 3]);
  assert.deepEqual(movesOnShow([], 5), []);
});

test("of many everybody is on show in turn", () => {
  const moves = [1, 2, 3, 4, 5, 6, 7, 8];
  const turns = [0, 8_000, 16_000, 24_000].map((now) => movesOnShow(moves, now));
  assert.deepEqual(turns, [[1, 2, 3], [4, 5, 6], [7, 8], [1, 2, 3]]);
});

test("who has no public name is known by his old chair", () => {
  const move = { name: "", from_table: 22, from_chair: 4, to_table: 9, to_chair: 1 };
  assert.equal(moveWords(move, words), "move: 22-4 to 9-1");
  assert.equal(moveWords({ ...move, name: "Ann" }, words), "move: Ann to 9-1");
});
