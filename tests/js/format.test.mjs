import assert from "node:assert/strict";
import { test } from "node:test";

import { Format, fill, hoursAndMinutes } from "../../static/js/format.js";

const inMacau = new Format({ language: "en", timeZone: "Asia/Macau", currency: "EUR" });

test("chips are grouped by the language", () => {
  assert.equal(inMacau.chips(4000000), "4,000,000");
  assert.equal(new Format({ language: "de" }).chips(74126), "74.126");
});

test("four digits are grouped in languages that usually leave them together", () => {
  assert.equal(new Format({ language: "es" }).chips(1200), "1.200");
});

test("compact is used only where nothing is lost", () => {
  assert.equal(inMacau.compact(1250000), "1.25M");
  assert.equal(inMacau.compact(400000), "400K");
  assert.equal(inMacau.compact(1234567), "1,234,567");
  assert.equal(inMacau.compact(1600), "1,600");
});

test("compact speaks Chinese units", () => {
  assert.equal(new Format({ language: "zh-hant" }).compact(4000000), "400萬");
  assert.equal(new Format({ language: "zh-hans" }).compact(125000), "12.5万");
});

test("money comes in minor units and shows cents only where there are some", () => {
  assert.equal(inMacau.money(10600000), "€106,000");
  assert.equal(inMacau.money(123456750), "€1,234,567.50");
  assert.equal(new Format({ currency: "JPY" }).money(106000), "¥106,000");
  assert.equal(new Format({ currency: "KWD" }).money(106000).replace(/\s/g, " "), "KWD 106");
});

test("a currency the browser does not know keeps the number", () => {
  assert.equal(new Format({ currency: "chips!" }).money(10600000), "106,000 chips!");
});

test("times of day are the house's, on a 24-hour dial", () => {
  const instant = Date.UTC(2026, 9, 24, 16, 7);
  assert.equal(inMacau.time(instant), "00:07");
  assert.equal(new Format({ timeZone: "Europe/Vienna" }).time(instant), "18:07");
});

test("the night the clocks change is the zone's business", () => {
  const vienna = new Format({ timeZone: "Europe/Vienna" });
  assert.equal(vienna.time(Date.UTC(2026, 9, 25, 0, 30)), "02:30");
  assert.equal(vienna.time(Date.UTC(2026, 9, 25, 1, 30)), "02:30");
});

test("an unknown zone or language does not stop the screen", () => {
  assert.match(new Format({ language: "x", timeZone: "Mars/Base" }).time(0), /^\d\d:\d\d$/);
});

test("gaps are filled by name and unknown ones stay", () => {
  assert.equal(fill("{n} of {m}", { n: 0 }), "0 of {m}");
});

test("minutes to the break are rounded up", () => {
  assert.deepEqual(hoursAndMinutes(80 * 60000), [1, 20]);
  assert.deepEqual(hoursAndMinutes(44 * 60000 + 1), [0, 45]);
  assert.deepEqual(hoursAndMinutes(-5), [0, 0]);
});
