/**
 * All events: each clock counts, and when any event's revision moves the cards are read again.
 *
 * Nothing moves under a finger: while one is down, or where the order of the cards would change under a
 * pointer that has just moved, the new cards wait.
 */

import { Offset, formatRemaining, read } from "./clock.js";
import { Live } from "./live.js";

const LAST_MINUTE_MS = 60_000;
const GATHER_MS = 1_500; // a busy minute has many revisions; one reading serves those that come together
const EVERY_MS = 30_000; // printers, and events that have no clock yet, tell nobody
const STILL_MS = 4_000; // a pointer that rested this long points at nothing
const MOST_SOCKETS = 16;

const offset = new Offset();
const sockets = new Map(); // by the event's slug
let clocks = {};
let gathering = null;
let isDown = false;
let movedAt = 0;
let waiting = null; // cards that came while a finger was in the way

function adopt() {
  clocks = JSON.parse(document.getElementById("clocks").textContent);
  const slugs = [...new Set(Object.values(clocks).map((one) => one.slug))].slice(0, MOST_SOCKETS);
  for (const slug of slugs) if (!sockets.has(slug)) listen(slug);
  for (const [slug, live] of sockets) {
    if (slugs.includes(slug)) continue;
    live.stop();
    sockets.delete(slug);
  }
  paint();
}

function listen(slug) {
  let seen = null;
  const url = new URL(`/ws/floor/${slug}/`, location.href).href.replace(/^http/, "ws");
  const onDocument = ({ rev }) => {
    if (seen !== null && seen !== rev) soon();
    seen = rev;
  };
  const live = new Live({ stateUrl: null, socketUrl: url, offset, document: null, onDocument });
  sockets.set(slug, live);
  live.start();
}

function soon() {
  gathering ??= setTimeout(load, GATHER_MS);
}

async function load() {
  gathering = null;
  try {
    const answer = await fetch(document.getElementById("events").dataset.url, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("events");
    if (fresh) waiting = fresh;
  } catch {
    return; // the next revision, or the next half minute, tries again
  }
  show();
}

const order = (root) => [...root.querySelectorAll(".events > li, .trouble, .events__past")].map((one) => one.id || one.className).join();

/** Put the new cards in, unless that would move something under a finger. */
function show() {
  const held = document.getElementById("events");
  if (!waiting || isDown) return;
  const isPointedAt = held.matches(":hover") && performance.now() - movedAt < STILL_MS;
  if (isPointedAt && order(held) !== order(waiting)) return;
  const focused = document.activeElement?.closest?.("#events li[id]")?.id;
  held.replaceWith(document.adoptNode(waiting));
  waiting = null;
  adopt();
  if (focused) document.getElementById(focused)?.querySelector("a")?.focus({ preventScroll: true });
}

function paint() {
  const now = offset.now() ?? Date.now();
  for (const place of document.querySelectorAll("[data-clock]")) {
    const { clock, schedule } = clocks[place.dataset.clock] ?? {};
    if (!clock || !schedule.length) continue;
    const reading = read(clock, schedule, now);
    const text = formatRemaining(reading.remaining_ms);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("is-last", reading.state === "running" && reading.remaining_ms <= LAST_MINUTE_MS);
    place.classList.toggle("is-standing", reading.state !== "running");
    if (String(reading.item) !== place.dataset.item && place.dataset.asked !== String(reading.item)) {
      place.dataset.asked = String(reading.item);
      soon();
    }
  }
}

function tick() {
  for (const live of sockets.values()) live.watch();
  paint();
  show();
  setTimeout(tick, 250);
}

function wake() {
  if (document.visibilityState === "hidden") return;
  for (const live of sockets.values()) live.wake();
  soon();
}

document.addEventListener("pointerdown", () => (isDown = true));
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => (isDown = false), 300));
document.addEventListener("pointermove", () => (movedAt = performance.now()), { passive: true });
document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", ({ persisted }) => persisted && wake());
setInterval(soon, EVERY_MS);
adopt();
tick();
