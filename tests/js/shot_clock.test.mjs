/* The called clock in the browser, against the same vectors as tests/rules/test_shot_clock_vectors.py. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readShot, secondsShown } from "../../static/js/shot_clock.js";

const { called_at: calledAt, cases } = JSON.parse(
  readFileSync(new URL("../vectors/shot_clock.json", import.meta.url), "utf-8"),
);

for (const { id, now, expect, seconds } of cases) {
  test(`shot clock: ${id}`, () => {
    const { ends_at: endsAt, ...reading } = readShot(Date.parse(calledAt), Date.parse(now));
    assert.deepEqual({ ...reading, ends_at: new Date(endsAt).toISOString() }, expect);
    assert.equal(secondsShown(reading), seconds);
  });
}
