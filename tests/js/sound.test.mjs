/* Tones: when one is due, and that of two windows of one browser one sounds (fault 16). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sound, toneFor } from "../../static/js/sound.js";
import { FakeBrowser } from "./browser.mjs";

const schedule = [{ id: 1, kind: "level" }, { id: 2, kind: "break" }, { id: 3, kind: "level" }];
const state = { schedule, event: { slug: "main" }, day: { code: "1A" } };
const reading = (item, elapsed_ms, remaining_ms, more = {}) => {
  return { item, index: item - 1, elapsed_ms, remaining_ms, state: "running", ...more };
};
const ending = reading(1, 1_199_800, 200);
const begun = reading(2, 100, 599_900);
const LEVEL = [659, 880];
const LAST = [587, 587];

/** What the windows of one browser share: time, locks and channels. */
class Shared {
  browser = new FakeBrowser();
  #held = new Set();
  #channels = [];

  locks = {
    request: async (name, { ifAvailable }, run) => {
      assert.equal(ifAvailable, true);
      if (this.#held.has(name)) return run(null);
      this.#held.add(name);
      await run({ name });
      this.#held.delete(name);
    },
  };

  /** A window with its sound on; `heard` is every tone's hertz since. */
  async opens({ hasLocks = true } = {}) {
    const window = this.#window(hasLocks);
    const sound = new Sound(window, () => {});
    await sound.toggle();
    window.heard.length = 0;
    return { sound, heard: window.heard };
  }

  #window(hasLocks) {
    const heard = [];
    const { setTimeout } = this.browser;
    const navigator = hasLocks ? { locks: this.locks } : {};
    return { heard, navigator, setTimeout, AudioContext: fakeAudio(heard), BroadcastChannel: this.#channel() };
  }

  #channel() {
    const { browser } = this;
    const all = this.#channels;
    return class {
      constructor(name) {
        this.name = name;
        all.push(this);
      }
      postMessage(data) {
        const others = all.filter((one) => one !== this && one.name === this.name);
        for (const other of others) browser.setTimeout(() => other.isClosed || other.onmessage?.({ data }), 1);
      }
      close() {
        this.isClosed = true;
      }
    };
  }
}

/** An AudioContext that notes what would be heard. */
function fakeAudio(heard) {
  const nothing = () => {};
  return class extends EventTarget {
    state = "suspended";
    currentTime = 0;
    resume = async () => (this.state = "running");
    suspend = async () => (this.state = "suspended");
    createGain = () => ({
      gain: { setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing },
      connect: (next) => next,
    });
    createOscillator = () => {
      const voice = { frequency: {}, connect: (next) => next, stop: nothing };
      voice.start = () => heard.push(voice.frequency.value);
      return voice;
    };
  };
}

/** Each window hears the readings in turn. */
async function hears(shared, windows, ...readings) {
  for (const one of readings) {
    for (const { sound } of windows) sound.hear(one, state);
    await shared.browser.passAndSettle(200);
  }
}

for (const hasLocks of [true, false]) {
  test(`of two windows on one event one sounds, ${hasLocks ? "by a lock" : "by claims"}`, async () => {
    const shared = new Shared();
    const windows = [await shared.opens({ hasLocks }), await shared.opens({ hasLocks })];
    await hears(shared, windows, ending, begun);
    assert.deepEqual(windows.flatMap(({ heard }) => heard), LEVEL);
  });

  test(`the next change sounds again, ${hasLocks ? "by a lock" : "by claims"}`, async () => {
    const shared = new Shared();
    const windows = [await shared.opens({ hasLocks }), await shared.opens({ hasLocks })];
    const nearly = [reading(2, 539_900, 60_100), reading(2, 540_100, 59_900)];
    await hears(shared, windows, ending, begun, ...nearly);
    // Which window wins a claim is chance, so the tones are compared without their windows.
    const heard = windows.flatMap((one) => one.heard).sort((a, b) => a - b);
    assert.deepEqual(heard, [...LEVEL, ...LAST].sort((a, b) => a - b));
  });
}

test("a window in the background that is a second late stays silent", async () => {
  const shared = new Shared();
  const [first, late] = [await shared.opens(), await shared.opens()];
  await hears(shared, [first, late], ending);
  await hears(shared, [first], begun);
  await shared.browser.passAndSettle(1_000);
  await hears(shared, [late], reading(2, 1_300, 598_700));
  assert.deepEqual([first.heard, late.heard], [LEVEL, []]);
});

test("a window whose sound is off does not silence the other", async () => {
  const shared = new Shared();
  const [off, on] = [await shared.opens(), await shared.opens()];
  await off.sound.toggle();
  await hears(shared, [off, on], ending, begun);
  assert.deepEqual([off.heard, on.heard], [[], LEVEL]);
});

test("a tone is due at a change, once, and never for history", () => {
  const at = (before, now) => toneFor(before, now, schedule);
  assert.equal(at(null, begun), null);
  assert.equal(at(ending, begun), "level");
  assert.equal(at(begun, reading(3, 100, 1_199_900)), "back");
  assert.equal(at(begun, begun), null);
  assert.equal(at(ending, reading(2, 6_000, 594_000)), null);
  assert.equal(at(ending, { ...begun, state: "paused" }), null);
  assert.equal(at(reading(1, 0, 70_000), reading(1, 0, 50_000)), null);
});
