import assert from "node:assert/strict";
import { test } from "node:test";

import { Offset } from "../../static/js/clock.js";
import { Live, backoff, isNewer, keptAhead } from "../../static/js/live.js";
import { FakeBrowser } from "./browser.mjs";

const SERVER = Date.UTC(2026, 10, 30, 20, 0);

const at = (ms) => new Date(SERVER + ms).toISOString();
const doc = (rev, sentMs = 0, more = {}) => ({ v: 1, rev, server_now: at(sentMs), ...more });

function screen({ browser = new FakeBrowser(), embedded = doc(1), stateUrl = "/e/x/state.json", isSeeded = true } = {}) {
  const seen = { revs: [], connections: [], versions: 0 };
  const offset = new Offset(browser.now);
  if (isSeeded) offset.sample(0, 0, SERVER);
  const live = new Live(
    {
      stateUrl,
      socketUrl: "ws://house/ws/e/x/",
      offset,
      document: embedded,
      onDocument: (document) => seen.revs.push(document.rev),
      onConnection: (connection) => seen.connections.push(connection.state),
      onVersion: () => (seen.versions += 1),
    },
    browser,
  );
  live.start();
  return { live, browser, seen, offset };
}

test("an older revision is dropped, a burst in any order ends at the newest", () => {
  const { live, browser, seen } = screen();
  browser.socket.opens();
  for (const rev of [4, 2, 6, 5, 3]) browser.socket.says(doc(rev));
  assert.deepEqual(seen.revs, [4, 6]);
  assert.equal(live.document.rev, 6);
});

test("of one revision the later text wins", () => {
  assert.equal(isNewer(doc(4, 20), doc(4, 10)), true);
  assert.equal(isNewer(doc(4, 5), doc(4, 10)), false);
});

test("a database put back is believed after half a minute, a late message never", () => {
  assert.equal(isNewer(doc(3, 2_000), doc(4, 0)), false);
  assert.equal(isNewer(doc(3, 31_000), doc(4, 0)), true);
});

test("every field of the document is kept, also those no layer knows", () => {
  const { live, browser } = screen();
  browser.socket.opens();
  const sent = doc(2, 0, { clock: { state: "paused", isPaused: true }, unheard_of: [1] });
  browser.socket.says(sent);
  assert.deepEqual(live.document, sent);
});

test("five pings measure the offset at open, the fastest counts, and one follows each half minute", () => {
  const { browser, offset } = screen();
  browser.socket.opens();
  browser.socket.says(doc(1));
  const ahead = 180_000; // the server is three minutes ahead of the page's first guess
  for (const trip of [80, 40, 6, 90, 30]) {
    browser.pass(trip / 2);
    const pong = { pong: browser.socket.pings.at(-1), server_now: at(ahead + browser.now()) };
    browser.pass(trip / 2);
    browser.socket.says(pong);
    browser.pass(150);
  }
  assert.equal(browser.socket.pings.length, 5);
  assert.equal(offset.uncertainty, 6 / 2 + 1);
  assert.ok(Math.abs(offset.now() - (SERVER + ahead + browser.now())) <= 1);
  browser.pass(29_900);
  assert.equal(browser.socket.pings.length, 6);
});

test("a pong to an older ping measures nothing", () => {
  const { browser, offset } = screen();
  browser.socket.opens();
  browser.socket.says({ pong: 99, server_now: at(5_000_000) });
  assert.equal(offset.now(), SERVER);
});

test("a lost socket says reconnecting since when, and a snapshot ends it", () => {
  const { live, browser, seen } = screen();
  browser.socket.opens();
  browser.socket.says(doc(2));
  browser.pass(1_000);
  browser.socket.drops();
  assert.deepEqual(live.connection, { state: "reconnecting", since: SERVER + 1_000 });
  browser.pass(500);
  browser.socket.opens();
  assert.equal(live.connection.state, "reconnecting");
  browser.socket.says(doc(5));
  assert.deepEqual(seen.connections, ["live", "reconnecting", "live"]);
  assert.deepEqual(seen.revs, [2, 5]);
});

test("an open socket that sends no snapshot has it fetched", async () => {
  const { browser, seen } = screen();
  browser.answers(doc(7));
  browser.socket.opens();
  await browser.passAndSettle(1_000);
  assert.deepEqual(browser.fetched, ["/e/x/state.json"]);
  assert.deepEqual(seen, { revs: [7], connections: ["live"], versions: 0 });
});

test("without sockets the state is fetched every few seconds and the screen is live", async () => {
  const { browser, seen } = screen();
  browser.answers(doc(2));
  browser.refuses = true;
  browser.socket.drops();
  await browser.passAndSettle(500);
  assert.deepEqual(seen.connections, ["reconnecting", "live"]);
  browser.answers(doc(3));
  await browser.passAndSettle(7_000);
  assert.deepEqual(seen.revs, [2, 3]);
  browser.answers(null);
  await browser.passAndSettle(7_000);
  assert.deepEqual(seen.connections, ["reconnecting", "live", "reconnecting"]);
});

test("fetching stops when a socket opens", async () => {
  const { browser } = screen();
  browser.answers(doc(2));
  browser.socket.drops();
  browser.pass(500);
  browser.socket.drops();
  await browser.passAndSettle(1_000);
  browser.socket.opens();
  browser.socket.says(doc(3));
  const { length } = browser.fetched;
  browser.socket.says({ pong: browser.socket.pings.at(-1), server_now: at(browser.now()) });
  await browser.passAndSettle(4_000);
  assert.equal(browser.fetched.length, length);
});

test("waits double from half a second to thirty seconds, and jitter takes any part of them", () => {
  const longest = [0, 1, 2, 5, 6, 50].map((attempt) => backoff(attempt, () => 1));
  assert.deepEqual(longest, [500, 1000, 2000, 16_000, 30_000, 30_000]);
  assert.equal(backoff(3, () => 0), 0);
});

test("a socket that hangs without a word is given up", () => {
  const { live, browser } = screen();
  browser.socket.opens();
  browser.socket.says(doc(2));
  const hung = browser.socket;
  browser.pass(5_000);
  assert.equal(live.connection.state, "reconnecting");
  browser.pass(500);
  assert.notEqual(browser.socket, hung);
  hung.says(doc(9));
  assert.equal(live.document.rev, 2);
});

test("waking measures again at once, or reconnects at once", () => {
  const { live, browser } = screen();
  browser.socket.opens();
  browser.socket.says(doc(2));
  live.wake();
  assert.equal(browser.socket.pings.length, 2);
  for (let times = 0; times < 8; times += 1) {
    browser.socket.drops();
    browser.pass(30_000);
  }
  browser.socket.drops();
  const { length } = browser.sockets;
  live.wake();
  browser.pass(500);
  assert.equal(browser.sockets.length, length + 1);
});

test("a machine that slept without telling the page is noticed", () => {
  const { live, browser } = screen();
  browser.socket.opens();
  live.watch();
  browser.pass(1_000);
  live.watch();
  assert.equal(browser.socket.pings.length, 1);
  browser.sleeps(40 * 60_000);
  live.watch();
  assert.equal(browser.socket.pings.length, 2);
});

test("a reload without network starts from the last document, unless the page brings a newer one", () => {
  const { browser } = screen();
  browser.socket.opens();
  browser.socket.says(doc(8, 500));
  assert.equal(screen({ browser, embedded: doc(3) }).live.document.rev, 8);
  assert.equal(screen({ browser, embedded: doc(9, 900) }).live.document.rev, 9);
  assert.equal(keptAhead(browser.storage, "/e/x/state.json"), SERVER - browser.wall());
});

test("before any measurement no offset is kept, and reconnecting counts by the machine's clock", () => {
  const { live, browser } = screen({ isSeeded: false });
  browser.socket.opens();
  browser.socket.says(doc(2));
  assert.equal(keptAhead(browser.storage, "/e/x/state.json"), null);
  browser.socket.drops();
  assert.deepEqual(live.connection, { state: "reconnecting", since: browser.wall() });
});

test("a blocked or spoilt store does no harm", () => {
  const browser = new FakeBrowser();
  browser.storage.setItem("floorman:/e/x/state.json", "{half");
  assert.equal(screen({ browser }).live.document.rev, 1);
  browser.storage = null;
  assert.equal(screen({ browser }).live.document.rev, 1);
});

test("what is no message of ours is ignored; another version asks for a new page", () => {
  const { browser, seen } = screen();
  browser.socket.opens();
  browser.socket.hears("not json");
  browser.socket.hears("7");
  browser.socket.says({ hello: 1 });
  browser.socket.says({ ...doc(5), v: 2 });
  assert.deepEqual(seen, { revs: [], connections: [], versions: 1 });
});

test("the console's signal needs no state.json", async () => {
  const { browser, seen } = screen({ stateUrl: null, embedded: null });
  browser.socket.opens();
  browser.socket.says({ rev: 12, server_now: at(0) });
  browser.socket.drops();
  await browser.passAndSettle(3_000);
  assert.deepEqual(browser.fetched, []);
  assert.deepEqual(seen.revs, [12]);
});

test("after stop nothing is heard and nothing is sent", () => {
  const { live, browser, seen } = screen();
  browser.socket.opens();
  live.stop();
  browser.socket.says(doc(9));
  browser.pass(60_000);
  assert.deepEqual(seen.revs, []);
  assert.equal(browser.sockets.length, 1);
});
