/* The browser's clock against the published cases and the corners, as tests/rules/test_clock_cases.py. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Offset, formatRemaining, itemStart, nextChange, read, toBreakMs } from "../../static/js/clock.js";

const load = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf-8"));
const cases = load("clock.json");
const corners = load("clock_corners.json");

const MINUTE = 60_000;
const EIGHT = Date.parse("2026-05-01T20:00:00.000Z");
const running = { item: 7, elapsed_ms: 0, anchor: "2026-05-01T20:00:00.000Z", state: "running" };
const level = (id, minutes, more = {}) => ({ id, kind: "level", duration_ms: minutes * MINUTE, ...more });

/** A monotonic clock that is moved by hand. */
function handMoved(at = 5_000) {
  const now = () => now.at;
  now.at = at;
  return now;
}

for (const { id, clock, schedule, now, expect } of cases) {
  test(`published: ${id}`, () => {
    const shown = read(clock, schedule, Date.parse(now));
    const following = schedule.slice(shown.index + 1).find((item) => item.kind === "level");
    const told = { ...shown, next_level: following?.number };
    for (const [key, value] of Object.entries(expect)) assert.equal(told[key], value, key);
  });
}

for (const { id, clock, now, expect } of corners.cases) {
  test(`corner: ${id}`, () => {
    const { schedule } = corners;
    const { index, next_change: at, ...shown } = read(clock, schedule, Date.parse(now));
    assert.deepEqual({ ...shown, next_change: at && new Date(at).toISOString() }, expect);
    assert.equal(schedule[index].id, expect.item);
    assert.equal(nextChange(clock, schedule, Date.parse(now)), at);
    assert.equal(toBreakMs(clock, schedule, Date.parse(now)), expect.to_break_ms);
  });
}

test("a viewer's machine minutes out shows the server's second, also when set while the page is open", () => {
  const wrong = cases.find((one) => one.id === "client-clock-wrong");
  const server = Date.parse(wrong.now);
  const machine = handMoved(server + wrong.client_clock_offset_ms);
  const offset = new Offset(machine);
  const shown = () => read(wrong.clock, wrong.schedule, offset.now()).remaining_ms;
  offset.sample(machine.at - 20, machine.at, server - 10);
  assert.equal(shown(), wrong.expect.remaining_ms);
  machine.at += 180_000;
  offset.sample(machine.at - 40, machine.at, server - 20);
  assert.equal(shown(), wrong.expect.remaining_ms);
});

test("a schedule without items shows nothing and breaks nothing", () => {
  const none = { item: null, index: -1, elapsed_ms: 0, remaining_ms: 0, state: "waiting", next_change: null };
  assert.deepEqual(read(running, [], EIGHT), { ...none, to_break_ms: null });
  assert.equal(itemStart(running, [], EIGHT, 7), null);
});

test("a running clock whose item is gone is an error, not other blinds", () => {
  assert.throws(() => read(running, [level(1, 10)], EIGHT), RangeError);
});

test("fractions of a millisecond are floored", () => {
  assert.equal(read(running, [level(7, 10)], EIGHT + 1999.9).elapsed_ms, 1999);
});

test("the time of day at which each item begins", () => {
  const schedule = [level(7, 10), level(3, 10), level(9, 5, { stop_at_end: true }), level(1, 20)];
  const starts = (clock, now) => schedule.map((item) => itemStart(clock, schedule, now, item.id));
  const at = (minutes) => EIGHT + minutes * MINUTE;
  assert.deepEqual(starts(running, at(4)), [null, at(10), at(20), null]);
  assert.deepEqual(starts(running, at(10)), [null, null, at(20), null]);
  assert.deepEqual(starts({ ...running, elapsed_ms: -2 * MINUTE }, at(4)), [null, at(12), at(22), null]);
  assert.deepEqual(starts({ ...running, anchor: null, state: "paused" }, at(4)), [null, null, null, null]);
  assert.equal(itemStart(running, schedule, at(4), 99), null);
});

test("the time left is rounded up, so 0:00 shows only at the end", () => {
  const written = { 0: "0:00", 1: "0:01", 1000: "0:01", 1001: "0:02", 59_001: "1:00", 872_000: "14:32",
    3_599_000: "59:59", 3_599_001: "1:00:00", 3_900_000: "1:05:00", 360_000_000: "100:00:00" };
  for (const [ms, text] of Object.entries(written)) assert.equal(formatRemaining(Number(ms)), text);
  assert.equal(formatRemaining(-5), "0:00");
});

test("the offset comes from the fastest round trip", () => {
  const machine = handMoved(10_000);
  const offset = new Offset(machine);
  assert.equal(offset.now(), null);
  assert.equal(offset.uncertainty, null);
  offset.sample(1_000, 1_400, 501_390); // 400 ms, nearly all of it on the way there
  assert.equal(offset.now(), 510_190);
  offset.sample(2_000, 2_010, 502_005);
  offset.sample(3_000, 3_200, 503_190);
  assert.equal(offset.now(), 510_000);
  assert.equal(offset.uncertainty, 6);
});

test("a fast sample from before a sleep does not outlive it", () => {
  const machine = handMoved(10_000);
  const offset = new Offset(machine);
  offset.sample(9_998, 10_000, 500_000);
  machine.at = 11_000; // the machine slept an hour and its monotonic clock with it
  offset.sample(10_900, 11_000, 500_000 + 3_600_000 + 950);
  assert.equal(offset.now(), 500_000 + 3_600_000 + 1_000);
});

test("old samples are forgotten, so a slow drift is followed", () => {
  const machine = handMoved(0);
  const offset = new Offset(machine);
  offset.sample(0, 2, 1_000_001);
  for (let n = 1; n <= 10; n += 1) offset.sample(n * 100, n * 100 + 4, 1_000_003 + n * 100);
  machine.at = 2_000;
  assert.equal(offset.now(), 1_002_001);
});

test("a sample that cannot be is passed over", () => {
  const offset = new Offset(handMoved(100));
  offset.sample(50, 40, 1_000);
  offset.sample(NaN, 40, 1_000);
  offset.sample(40, 50, Date.parse("no time"));
  assert.equal(offset.now(), null);
});
