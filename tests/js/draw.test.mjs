/* The browser's draws against tests/vectors/draw.json, and its hashing against published values and Node's. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Draw, commitment, fromHex, hmac, sha256, toHex, verifyDraw } from "../../static/js/draw.js";

const examples = JSON.parse(readFileSync(new URL("../vectors/draw.json", import.meta.url), "utf-8"));
const draw = ({ seed, number, purpose, cut }) => new Draw(fromHex(seed), number, purpose, cut);
const utf8 = (text) => new TextEncoder().encode(text);

test("SHA-256 gives the published values", () => { // FIPS 180-2, appendix B
  const published = [
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ];
  for (const [text, digest] of published) assert.equal(toHex(sha256(utf8(text))), digest);
});

test("SHA-256 and HMAC agree with Node's at every length around a block", () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length) % 256);
    assert.equal(toHex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(toHex(hmac(bytes, utf8("seats"))), createHmac("sha256", bytes).update("seats").digest("hex"));
  }
});

for (const example of examples.streams) {
  test(`numbers of draw ${example.number} "${example.purpose}" "${example.cut}" are as published`, () => {
    const stream = draw(example);
    assert.deepEqual(example.below.map((n) => stream.below(n)), example.drawn);
    assert.equal(commitment(fromHex(example.seed)), example.commitment);
  });
}

for (const example of examples.shuffles) {
  test(`a shuffle of ${example.n} is as published`, () => {
    const items = Array.from({ length: example.n }, (_, i) => i + 1);
    assert.deepEqual(draw(example).shuffle(items), example.order);
  });
}

for (const example of examples.records) {
  test(`recorded draw ${example.number} ${example.kind} is confirmed`, () => {
    assert.deepEqual(verifyDraw(example), { ok: true, expected: example.outcome });
  });

  test(`recorded draw ${example.number} ${example.kind} with another outcome is not`, () => {
    for (const outcome of [undefined, {}, [example.outcome], ["e1", 1, 1, 1], "x"]) {
      assert.deepEqual(verifyDraw({ ...example, outcome }), { ok: false, expected: example.outcome });
    }
  });
}

test("one chair exchanged, or one letter of the cut, is noticed", () => {
  const example = examples.records[0];
  const outcome = structuredClone(example.outcome);
  [outcome[0][0], outcome[1][0]] = [outcome[1][0], outcome[0][0]];
  assert.equal(verifyDraw({ ...example, outcome }).ok, false);
  assert.equal(verifyDraw({ ...example, cut: "Lukasz" }).ok, false);
});

test("the kind is the purpose unless it is given", () => {
  const { kind, ...example } = examples.records[0];
  assert.equal(kind, example.purpose);
  assert.equal(verifyDraw(example).ok, true);
});

test("what nobody could have drawn is refused", () => {
  const example = examples.records[0];
  const [{ seed }] = examples.streams;
  assert.throws(() => verifyDraw({ ...example, kind: "toString" }), RangeError);
  assert.throws(() => verifyDraw({ ...example, seed: "no hex" }), RangeError);
  assert.throws(() => verifyDraw({ ...example, seed: seed.slice(1) }), RangeError);
  assert.throws(() => verifyDraw({ ...example, candidates: { entries: ["e1"], tables: [] } }), RangeError);
  assert.throws(() => verifyDraw({ ...example, kind: "pick", candidates: [] }), RangeError);
  assert.throws(() => draw(example).below(2 ** 48 + 1), RangeError);
});

test("a seed may be pasted in capitals with space around it", () => {
  const example = examples.records[0];
  assert.equal(verifyDraw({ ...example, seed: ` ${example.seed.toUpperCase()}\n` }).ok, true);
});
