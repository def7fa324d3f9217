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
  assert.equal(burst.scanned(1000 + 5 * 8 + 10), "103354");
});

test("a hand's letters are no scan, however soon Enter follows", () => {
  assert.equal(typed("nguyen", 90).scanned(1000 + 5 * 90 + 20), "");
});

test("an Enter pressed later by hand is not the scanner's", () => {
  assert.equal(typed("103354", 8).scanned(1000 + 5 * 8 + 500), "");
});

test("two letters rolled off together are no scan", () => {
  assert.equal(typed("ng", 20).scanned(1040), "");
  assert.equal(typed("600", 20).scanned(1060, 6), "");
});

test("an Enter right after a letter is no press of its own, even where it is no scan", () => {
  assert.equal(typed("47", 8).endsWith(1015), true);
  assert.equal(typed("47", 8).endsWith(1400), false);
});

test("amounts are read as the server reads them", () => {
  const cases = [["600", 60000], ["600.5", 60050], ["1,250", 125000], ["12,50", 1250], ["1.250,5", 125050],
    ["1'000", 100000], ["", null], ["abc", null], ["0.005", null], ["-5", null]];
  for (const [text, units] of cases) assert.equal(minorUnits(text, 2), units, text);
  assert.equal(minorUnits("300", 0), 300);
});
