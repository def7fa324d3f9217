/* The page of proofs finds what is as recorded, and whatever was tampered with. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { commitment, Draw, fromHex } from "../../static/js/draw.js";
import { summary, verdicts } from "../../static/js/verify_page.js";

const seed = "5a".repeat(32);
const tables = [{ number: 4, chairs: [1, 2, 3], taken: 0 }];
const entries = ["11", "12"];

/** A day with a draw for all and a pick, as draws.json has it. */
function proofs() {
  const draw = new Draw(fromHex(seed), 1, "seats", "cut by 陳");
  const used = draw.shuffle([1, 2, 3]).slice(0, 2).sort((a, b) => a - b);
  const outcome = draw.shuffle(entries).map((entry, i) => [entry, 4, used[i]]);
  const late = { entry: "13", tables: [{ number: 4, open: [1, 3], players: 1 }] };
  const chair = new Draw(fromHex(seed), 2, "late-seat").pick([1, 3]);
  return {
    days: [{
      code: "1A",
      seeds: [{ number: 1, commitment: commitment(fromHex(seed)), seed }],
      draws: [
        { number: 1, seed: 1, purpose: "seats", cut: "cut by 陳", void: true, candidates: structuredClone({ entries, tables }), outcome },
        { number: 2, seed: 1, purpose: "late-seat", cut: "", void: false, candidates: late, outcome: ["13", 4, chair] },
      ],
    }],
  };
}

const found = (document) => verdicts(document).map(({ verdict }) => verdict);

test("draws as recorded are found so, void ones too", () => {
  assert.deepEqual(verdicts(proofs()), [
    { day: "1A", number: 1, verdict: "same" },
    { day: "1A", number: 2, verdict: "same" },
  ]);
  assert.deepEqual(summary(verdicts(proofs())), { same: 2, secret: 0, wrong: 0, key: "all_same" });
});

test("a changed outcome, cut, candidate or entry is found", () => {
  const changes = [
    (day) => { day.draws[0].outcome.reverse(); },
    (day) => { day.draws[0].cut = "cut by nobody"; },
    (day) => { day.draws[0].candidates.tables[0].chairs = [1, 2, 4]; day.draws[0].outcome[1][2] = 9; },
    (day) => { day.draws[0].outcome[0][0] = "99"; },
  ];
  for (const change of changes) {
    const document = proofs();
    change(document.days[0]);
    assert.deepEqual(found(document), ["differs", "same"]);
    assert.equal(summary(verdicts(document)).key, "some_wrong");
  }
});

test("another seed than committed to is found in every draw", () => {
  const document = proofs();
  document.days[0].seeds[0].seed = "00".repeat(32);
  assert.deepEqual(found(document), ["seed", "seed"]);
});

test("a missing number is found at the draw after it", () => {
  const document = proofs();
  document.days[0].draws.shift();
  assert.deepEqual(found(document), ["gap"]);
});

test("without a published seed nothing is claimed", () => {
  const document = proofs();
  document.days[0].seeds[0].seed = null;
  assert.deepEqual(found(document), ["secret", "secret"]);
  assert.deepEqual(summary(verdicts(document)), { same: 0, secret: 2, wrong: 0, key: "all_secret" });
  assert.equal(summary([]).key, "nothing");
});

test("a draw of an unknown kind is not passed over as right", () => {
  const document = proofs();
  document.days[0].draws[1].purpose = "no-such-kind";
  assert.deepEqual(found(document), ["same", "unknown"]);
  assert.equal(summary(verdicts(document)).key, "some_wrong");
});
