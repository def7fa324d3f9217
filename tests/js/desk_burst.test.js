import assert from "node:assert/strict";
import test from "node:test";

import { Burst, minorUnits } from "../../static/js/desk_burst.js";

function typed(text, gap, start = 1000) {
  const burst = new Burst();
  [...text].forEach((letter, index) => burst.add(letter, start + index * gap));
  return burst;
}

test("a scanner's letters and its Enter are a scan", () => {
  const burst = typed("103354", 8);
  assert.equal(burst.text, "103354");
  assert.equal(burst.isScan(1000 + 5 * 8 + 10), true);
});

test("a hand's letters are no scan, however soon Enter follows", () => {
  assert.equal(typed("nguyen", 90).isScan(1000 + 5 * 90 + 20), false);
});

test("an Enter pressed later by hand is not the scanner's", () => {
  assert.equal(typed("103354", 8).isScan(1000 + 5 * 8 + 500), false);
});

test("two letters rolled off together are no scan", () => {
  assert.equal(typed("ng", 20).isScan(1040), false);
});

test("amounts are read as the server reads them", () => {
  const cases = [["600", 60000], ["600.5", 60050], ["1,250", 125000], ["12,50", 1250], ["1.250,5", 125050],
    ["1'000", 100000], ["", null], ["abc", null], ["0.005", null], ["-5", null]];
  for (const [text, units] of cases) assert.equal(minorUnits(text, 2), units, text);
  assert.equal(minorUnits("300", 0), 300);
});
