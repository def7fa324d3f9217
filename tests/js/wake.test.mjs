/* The screen stays lit: a lock that the browser took away is asked again (fault 16). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAwake } from "../../static/js/wake.js";
import { FakeBrowser } from "./browser.mjs";

/** A window whose lock is taken away as soon as it hides, as browsers do. */
class Lit {
  document = new EventTarget();
  locks = [];
  refuses = false;
  #browser = new FakeBrowser();

  constructor() {
    this.document.visibilityState = "visible";
    this.navigator = { wakeLock: { request: this.#request } };
    this.setTimeout = this.#browser.setTimeout;
  }

  get held() {
    return this.locks.filter((lock) => !lock.released).length;
  }

  async turns(visibilityState) {
    this.document.visibilityState = visibilityState;
    if (visibilityState === "hidden") this.takesAway();
    this.document.dispatchEvent(new Event("visibilitychange"));
    await this.passes(0);
  }

  takesAway() {
    for (const lock of this.locks.filter((one) => !one.released)) {
      lock.released = true;
      lock.dispatchEvent(new Event("release"));
    }
  }

  async passes(ms) {
    await this.#browser.passAndSettle(ms);
    await new Promise(setImmediate);
  }

  #request = async (kind) => {
    const isHidden = this.document.visibilityState !== "visible";
    if (this.refuses || isHidden) throw new DOMException("no", "NotAllowedError");
    const lock = Object.assign(new EventTarget(), { kind, released: false });
    this.locks.push(lock);
    return lock;
  };
}

async function litPage() {
  const page = new Lit();
  keepAwake(page);
  await page.passes(0);
  return page;
}

test("the screen is kept lit from the start, by one lock", async () => {
  const page = await litPage();
  assert.deepEqual(page.locks.map(({ kind }) => kind), ["screen"]);
  assert.equal(page.held, 1);
});

test("a lock lost while hidden is taken again each time the tab is shown", async () => {
  const page = await litPage();
  for (let time = 0; time < 3; time++) {
    await page.turns("hidden");
    await page.passes(60_000);
    assert.equal(page.held, 0);
    await page.turns("visible");
    assert.equal(page.held, 1);
  }
});

test("a lock taken away from a page on show is taken again", async () => {
  const page = await litPage();
  page.takesAway();
  await page.passes(1_000);
  assert.equal(page.held, 1);
});

test("after a refusal the next time the tab is shown asks again", async () => {
  const page = await litPage();
  await page.turns("hidden");
  await page.passes(60_000);
  page.refuses = true;
  await page.turns("visible");
  assert.equal(page.held, 0);
  page.refuses = false;
  await page.turns("visible");
  assert.equal(page.held, 1);
});

test("a browser without wake locks is left alone", () => {
  assert.doesNotThrow(() => keepAwake({ document: new EventTarget(), navigator: {} }));
});
