/** One table's called clock: counts from when it was called, in server time, and follows the event. */

import { browserOf } from "./browser.js";
import { Offset } from "./clock.js";
import { Live } from "./live.js";
import { readShot, secondsShown } from "./shot_clock.js";

const { dataset } = document.body;
const place = document.getElementById("shot");
const [word, seconds, link] = [".shot__word", ".shot__seconds", ".shot__link"].map((name) => place.querySelector(name));
const offset = new Offset();
const [visit] = performance.getEntriesByType("navigation");
// The page itself was a round trip; any ping is quicker and replaces it.
offset.sample(visit?.requestStart ?? 0, visit?.responseStart || performance.now(), Number(dataset.now) * 1000);

let calledAt = place.dataset.calledAt || null;
let shownRevision = null;

const live = new Live(
  {
    stateUrl: dataset.stateUrl,
    socketUrl: new URL(dataset.socketPath, location.href).href.replace(/^http/, "ws"),
    offset,
    document: JSON.parse(document.getElementById("state").textContent),
    onDocument: arrived,
    onConnection: ({ state }) => {
      link.hidden = state !== "reconnecting";
      link.textContent = place.dataset.offline;
    },
  },
  browserOf(globalThis),
);
shownRevision = live.document?.rev ?? null;

function arrived({ rev }) {
  if (rev === shownRevision) return;
  shownRevision = rev;
  ask();
}

async function ask() {
  try {
    const answer = await fetch(place.dataset.shotUrl, { cache: "no-store" });
    if (answer.ok) calledAt = (await answer.json()).called_at;
  } catch {
    return; // without a network it goes on counting what it knows
  }
  paint();
}

function paint() {
  const reading = calledAt ? readShot(Date.parse(calledAt), offset.now()) : null;
  const state = reading?.state ?? "none";
  place.dataset.state = state;
  document.body.toggleAttribute("data-running", reading !== null && state !== "over");
  put(word, place.dataset[state]);
  put(seconds, reading ? String(secondsShown(reading)) : "–");
}

function put(spot, text) {
  if (spot.textContent !== text) spot.textContent = text;
}

function tick() {
  live.watch();
  paint();
  setTimeout(tick, 100);
}

function wake() {
  if (document.visibilityState === "hidden") return;
  live.wake();
  ask();
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
live.start();
tick();
