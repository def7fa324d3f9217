import assert from "node:assert/strict";
import { test } from "node:test";
import { formatChips, formatDuration, formatTotal, parseChipList, parseChips, parseDuration } from "../../static/js/editor/numbers.js";
import { dayAndTime, offsets, stackInBlinds, summary, timeOfDay } from "../../static/js/editor/timeline.js";

const MINUTE = 60_000;
const each = (read, cases) => assert.deepEqual(Object.keys(cases).map(read), Object.values(cases));

test("chips are read as people and spreadsheets write them", () => {
  each(parseChips, {
    100: 100, "1,000": 1_000, "1.000": 1_000, "1 000": 1_000, "1\u202f000": 1_000, "1'000": 1_000, "1,5000": 15_000, "1,500,000": 1_500_000,
    "25k": 25_000, "1.5M": 1_500_000, "2,5k": 2_500, "1.25m": 1_250_000, "": 0, "-": 0, "–": 0, " 75 ": 75,
  });
});

test("what is not a whole number of chips is not read", () => {
  each(parseChips, { abc: null, "1.5": null, "1/2": null, "1.2345k": null, "-5": null, "12x": null, "99999999999999999": null });
});

test("chips read back as they were written, in any grouping", () => {
  for (const chips of [25, 1_000, 1_250_000]) {
    for (const locale of ["en", "de", "fr", "zh-hant", "de-CH"]) assert.equal(parseChips(formatChips(chips, locale)), chips);
  }
});

test("durations are read as minutes, colons or words", () => {
  each((text) => { const ms = parseDuration(text); return ms === null ? null : ms / MINUTE; }, {
    20: 20, "20:00": 20, "20:30": 20.5, "20 min": 20, "20'": 20, "90 minutes": 90, "1h": 60, "1h30": 90, "1 hour 15 min": 75, "1.5h": 90,
    "1:30:00": 90, "00:20:00": 20, "0:20": 20, "1:30": 90, "2:00": 120, "3:00": 3, "45s": 0.75, "15 分钟": 15, "": 0, soon: null, "20:99": null,
  });
});

test("durations read back as they were written", () => {
  for (const seconds of [1, 30, 90, 150, 180, 1230, 1200, 5400, 7200]) assert.equal(parseDuration(formatDuration(seconds * 1000)), seconds * 1000);
});

test("totals are hours and minutes", () => {
  assert.deepEqual([0, 90 * MINUTE, 1875 * MINUTE].map(formatTotal), ["0:00", "1:30", "31:15"]);
});

test("chips of a color-up, smallest first", () => {
  each((text) => parseChipList(text).join(), { "25": "25", "100s and 25s": "25,100", "1,000, 500": "500,1000", "1k": "1000", none: "" });
});

const items = [
  { kind: "level", duration_ms: 60 * MINUTE, big_blind: 150 }, { kind: "break", duration_ms: 15 * MINUTE },
  { kind: "level", duration_ms: 45 * MINUTE, big_blind: 300, small_bet: 300 },
];

test("every item begins when the one before it ends", () => {
  assert.deepEqual(offsets(items), { starts: [0, 60 * MINUTE, 75 * MINUTE], total_ms: 120 * MINUTE });
  assert.deepEqual(summary(items, 2), { levels: 2, breaks: 1, total_ms: 120 * MINUTE, registration_ms: 120 * MINUTE });
  assert.equal(summary(items, 1).registration_ms, 75 * MINUTE, "at the restart after the break");
  assert.equal(summary(items, 0).registration_ms, null);
  assert.equal(summary(items, 9).registration_ms, 120 * MINUTE);
  assert.equal(summary([], 3).registration_ms, null);
});

test("times of day are the house's, over the night the clocks change", () => {
  const start = "2026-10-24T22:30:00+00:00";
  assert.equal(timeOfDay(start, 0, "Europe/Vienna"), "00:30");
  assert.equal(timeOfDay(start, 240 * MINUTE, "Europe/Vienna"), "03:30");
  assert.equal(timeOfDay("", 0, "Europe/Vienna"), "");
  assert.equal(dayAndTime("2026-10-03T17:00:00+00:00", 60 * MINUTE, "Europe/Vienna", "en"), "20:00");
  assert.equal(dayAndTime("2026-10-03T17:00:00+00:00", 420 * MINUTE, "Europe/Vienna", "en"), "Sun 02:00");
});

test("the stack is counted in whole big blinds", () => {
  assert.deepEqual(items.map((item) => stackInBlinds(item, 50_000)), [333, 0, 166]);
  assert.equal(stackInBlinds(undefined, 50_000), 0);
});
