import assert from "node:assert/strict";
import { test } from "node:test";

import { inOrder, placesPassed } from "../../static/js/break_order.js";

const lines = (text) => text.split(" ").map((one) => ({ number: one.replace("!", ""), byHand: one.endsWith("!") }));

test("what is put in order by hand is sent, with all that stands above it", () => {
  assert.deepEqual(inOrder(lines("22 21 20")), []);
  assert.deepEqual(inOrder(lines("21! 22 20")), ["21"]);
  assert.deepEqual(inOrder(lines("22 20! 21")), ["22", "20"]);
});

test("a line goes past each whose middle it has passed", () => {
  const middles = [10, 30, 50, 70];
  assert.equal(placesPassed(middles, 2, 50), 0);
  assert.equal(placesPassed(middles, 2, 31), 0);
  assert.equal(placesPassed(middles, 2, 29), -1);
  assert.equal(placesPassed(middles, 2, 5), -2);
  assert.equal(placesPassed(middles, 2, 71), 1);
  assert.equal(placesPassed(middles, 0, 100), 3);
  assert.equal(placesPassed(middles, 3, 100), 0);
});
