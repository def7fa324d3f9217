import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { calledFact, placeOf } from "../../static/js/alternates.js";
import { Words } from "../../static/js/facts.js";

const template = readFileSync(new URL("../../templates/screens/_words.html", import.meta.url), "utf8");
const lines = [...template.matchAll(/^([\w.-]+)=\{% translate "(.*?)"/gm)].map(([, key, word]) => [key, word]);
const words = new Words(Object.fromEntries(lines), "en");

const state = (more = {}) => ({
  counts: { alternates: 212 },
  alternates_called: [{ number: 7, name: "Anna Berg" }],
  alternates_waiting: [3, 8, 9, 10],
  alternates_waits: [[1, "now", 0], [2, "under", 10], [3, "about", 20], [4, "over", 180]],
  ...more,
});

test("the hall names one or two, and gives numbers of more", () => {
  assert.deepEqual(calledFact(state(), words), { label: "Alternates 212: come to the desk", value: "7 Anna Berg" });
  const hidden = state({ alternates_called: [{ number: 7, name: null }, { number: 8, name: null }] });
  assert.equal(calledFact(hidden, words).value, "7, 8");
  const three = [7, 8, 9].map((number) => ({ number, name: "Somebody" }));
  assert.equal(calledFact(state({ alternates_called: three }), words).value, "7, 8, 9");
  const many = Array.from({ length: 12 }, (_, at) => ({ number: at + 1, name: null }));
  assert.equal(calledFact(state({ alternates_called: many }), words).value, "1, 2, 3, 4, 5, 6, 7, 8 …");
  assert.equal(calledFact(state({ alternates_called: [] }), words), null);
});

test("one who waits is told how many are ahead and about how long", () => {
  assert.deepEqual(placeOf(state(), 7, words), { isCalled: true, text: "Called: come to the desk" });
  assert.deepEqual(placeOf(state(), 3, words), { isCalled: false, text: "1 ahead of you · a chair is open" });
  assert.equal(placeOf(state(), 8, words).text, "2 ahead of you · under 10 min");
  assert.equal(placeOf(state(), 9, words).text, "3 ahead of you · about 20 min");
  assert.equal(placeOf(state(), 10, words).text, "4 ahead of you · more than 3 hours");
  assert.equal(placeOf(state({ alternates_called: [] }), 3, words).text, "You are next · a chair is open");
});

test("without a pace it is said that the wait is not known yet, and who is on no list has no place", () => {
  const unknown = state({ alternates_waits: [[9, "unknown", 0]] });
  assert.equal(placeOf(unknown, 8, words).text, "2 ahead of you · wait not known yet");
  assert.equal(placeOf(state(), 11, words), null);
  assert.equal(placeOf({ schedule: [] }, 11, words), null);
  assert.equal(calledFact({ schedule: [] }, words), null);
});
