/* What the forms of an event show while they are filled in. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hundredths, suggestedSlug, sumOf } from "../../static/js/setup.js";

test("the address is made of plain letters, as the server makes it", () => {
  const made = ["Autumn Classic", "Nguyễn Ánh Cup", "Łódź – Ø", "  A  B ", "深夜大獎賽", "x".repeat(80)].map(suggestedSlug);
  assert.deepEqual(made, ["autumn-classic", "nguyen-anh-cup", "lodz-o", "a-b", "", "x".repeat(54)]);
});

test("amounts are read as the server reads them", () => {
  const read = ["", "1,250", "12.50", "1.250,5", "4'850", "５", "five", "-1"].map(hundredths);
  assert.deepEqual(read, [0, 125_000, 1_250, 125_050, 485_000, 500, null, null]);
});

test("lines of parts count by the amount at their end", () => {
  assert.equal(sumOf(["485", "50", "", "League fund 5\nCharity: 1.50\n"]), 54_150);
  assert.equal(sumOf(["485", "League fund"]), null);
});
