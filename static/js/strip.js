/**
 * The clock strip of a staff page: it counts, and when the event's revision moves the page's parts are loaded
 * again. htmx loads them; this file only says when ("revision" on the body).
 */

import { Offset, formatRemaining, read } from "./clock.js";
import { pair } from "./facts.js";
import { Format } from "./format.js";
import { Live } from "./live.js";

const LAST_MINUTE_MS = 60_000;
const page = document.getElementById("console");
const format = new Format({ language: document.documentElement.lang });
const offset = new Offset();

const live = new Live({
  stateUrl: page.dataset.stateUrl,
  socketUrl: new URL(page.dataset.socket, location.href).href.replace(/^http/, "ws"),
  offset,
  document: JSON.parse(document.getElementById("state").textContent),
  onDocument: arrived,
  onConnection: ({ state }) => document.documentElement.classList.toggle("is-offline", state === "reconnecting"),
});
let shownRevision = live.document.rev;
let isPressed = false;
let sending = 0;
let isDue = false;
const painters = [];

/** Call `paint(now)`, in server time, whenever the strip is painted: several times a second. */
export function whenPainted(paint) {
  painters.push(paint);
}

/** A panel that is loaded anew under a finger would move: wait until no button is down. */
function arrived(state) {
  if (state.rev === shownRevision) return;
  shownRevision = state.rev;
  if (isPressed) document.addEventListener("pointerup", () => setTimeout(refresh, 60), { once: true });
  else refresh();
}

/** What is being sent is answered first: a part loaded anew meanwhile would take the answer's place away. */
function refresh() {
  isDue = sending > 0;
  if (!isDue) document.body.dispatchEvent(new CustomEvent("revision"));
}

const isSending = (event) => event.detail.requestConfig?.verb !== "get";

function onSent(event) {
  if (!isSending(event)) return;
  sending += 1;
  for (const part of document.querySelectorAll('[hx-get][hx-trigger*="revision"]')) {
    if (part.contains(event.target)) window.htmx.trigger(part, "htmx:abort");
  }
}

function onAnswered(event) {
  if (!isSending(event)) return;
  sending = Math.max(0, sending - 1);
  if (isDue) refresh();
}

function tick() {
  live.watch();
  paint();
  setTimeout(tick, 200);
}

function paint() {
  const state = live.document;
  const now = offset.now() ?? Date.now();
  if (state?.schedule.length) show(read(state.clock, state.schedule, now), state);
  for (const one of painters) one(now);
}

function show(reading, state) {
  const item = state.schedule.find((one) => one.id === reading.item);
  const time = document.getElementById("time");
  const blinds = document.getElementById("blinds");
  if (!time || !item) return;
  put(time, formatRemaining(reading.remaining_ms));
  time.classList.toggle("is-last", reading.state === "running" && reading.remaining_ms <= LAST_MINUTE_MS);
  time.classList.toggle("is-standing", reading.state !== "running");
  const played = item.kind === "level" ? pair(item, (n) => format.chips(n)) : blinds.dataset[item.kind];
  // A clock that stands says so in words: its colour alone would not be seen by everybody.
  put(blinds, [played, blinds.dataset[reading.state]].filter(Boolean).join(" · "));
  // The clock passes into the next item without a revision: the strip's buttons must mean that one.
  if (time.dataset.item !== String(reading.item) && time.dataset.asked !== String(reading.item)) {
    time.dataset.asked = String(reading.item);
    refresh();
  }
}

/** Set a text, unless it stands there already. */
export function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function wake() {
  if (document.visibilityState !== "hidden") live.wake();
}

document.addEventListener("pointerdown", () => (isPressed = true), true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (isPressed = false), true);
document.body.addEventListener("htmx:beforeSend", onSent);
document.body.addEventListener("htmx:afterRequest", onAnswered);
// A strip that was loaded again comes without figures: they are there before it is seen.
document.body.addEventListener("htmx:afterSwap", paint);
document.body.addEventListener("htmx:oobAfterSwap", paint);
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);
live.start();
tick();
