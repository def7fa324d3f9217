import assert from "node:assert/strict";
import { test } from "node:test";

import { TypedAhead, chairOf, mustWait } from "../../static/js/console_keys.js";

test("a figure chooses the chair it names, 0 the tenth, and no other key does", () => {
  assert.deepEqual(["1", "9", "0", "b", "F1", "12", " "].map(chairOf), [1, 9, 10, null, null, null, null]);
});

test("keys typed before the table is there are pressed when it is, in their order", () => {
  const ahead = new TypedAhead();
  ahead.begin();
  assert.deepEqual([ahead.keep("3"), ahead.keep("b"), ahead.keep("Shift")], [true, true, false]);
  ahead.found(1);
  assert.equal(ahead.isWaiting, true);
  assert.deepEqual(ahead.arrived(), ["3", "b"]);
  assert.deepEqual([ahead.isWaiting, ahead.keep("b"), ahead.arrived()], [false, false, []]);
});

test("of several found nothing typed ahead is pressed: it was meant for one player", () => {
  const ahead = new TypedAhead();
  ahead.begin();
  ahead.keep("b");
  ahead.found(2);
  assert.deepEqual(ahead.arrived(), []);
});

test("where nobody is found, or no answer comes, nothing waits any more", () => {
  for (const end of [(ahead) => ahead.found(0), (ahead) => ahead.drop()]) {
    const ahead = new TypedAhead();
    ahead.begin();
    ahead.keep("b");
    end(ahead);
    assert.deepEqual([ahead.isWaiting, ahead.keep("m"), ahead.arrived()], [false, false, []]);
  }
});

test("a search begun anew forgets what was typed for the last", () => {
  const ahead = new TypedAhead();
  ahead.begin();
  ahead.keep("b");
  ahead.begin();
  assert.deepEqual(ahead.arrived(), []);
});

test("the panel waits for a finger, a sheet, an answer under way", () => {
  const free = { pointerDown: false, sheetOpen: false, sending: false };
  assert.equal(mustWait(free), false);
  for (const one of Object.keys(free)) assert.equal(mustWait({ ...free, [one]: true }), true);
});
