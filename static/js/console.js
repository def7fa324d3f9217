/**
 * The console's life: the strip counts, and when the event's revision moves the panels are loaded again.
 *
 * This file says when ("revision" on the body, for the panels that htmx loads) and what keys do; the map of
 * tables and the open table are in files of their own.
 */

import { Offset, formatRemaining, read } from "./clock.js";
import { TypedAhead, chairOf } from "./console_keys.js";
import { chooseNobody, pressChair, refreshTable } from "./console_table.js";
import { refreshTiles } from "./console_tiles.js";
import { pair } from "./facts.js";
import { Format } from "./format.js";
import { Live } from "./live.js";

const LAST_MINUTE_MS = 60_000;
const page = document.getElementById("console");
const format = new Format({ language: document.documentElement.lang });
const offset = new Offset();
const ahead = new TypedAhead();

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

/** A panel that is loaded anew under a finger would move: wait until no button is down. */
function arrived(state) {
  if (state.rev === shownRevision) return;
  shownRevision = state.rev;
  if (isPressed) document.addEventListener("pointerup", () => setTimeout(refresh, 60), { once: true });
  else refresh();
}

function refresh() {
  document.body.dispatchEvent(new CustomEvent("revision"));
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
  for (const shot of document.querySelectorAll(".shot__left[data-ends]")) showShot(shot, now);
}

function showShot(place, now) {
  const left = Math.max(0, Math.ceil((Date.parse(place.dataset.ends) - now) / 1000));
  put(place, left ? String(left) : place.dataset.over);
  place.classList.toggle("is-last", left <= 5);
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

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

const isField = (element) => element.matches?.("input:not([type=checkbox]):not([type=radio]), select, textarea");

/** Enter in the search opens the first line found; what is typed after it is meant for that player. */
function onSearch(event) {
  const form = event.target.closest("form.search");
  if (!form) return;
  form.dataset.opens = "";
  ahead.begin();
  document.getElementById("find").blur();
}

function onFound(event) {
  const form = event.target.id === "found" && document.querySelector("form.search[data-opens]");
  if (!form) return;
  delete form.dataset.opens;
  const lines = event.target.querySelectorAll("a.found__line");
  ahead.found(lines.length);
  lines[0]?.click();
}

/** The table that was searched for is there: the search is done, and keys work. */
function onTable(event) {
  if (event.target.id !== "table") return;
  if (ahead.isWaiting) {
    clearSearch();
    for (const key of ahead.arrived()) press(key);
  }
}

function clearSearch() {
  document.getElementById("find").value = "";
  document.getElementById("found").replaceChildren();
}

function press(key) {
  if (chairOf(key) !== null && pressChair(key)) return;
  document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return void leave(event);
  if (isField(event.target) || document.querySelector("dialog[open]")) return;
  if (ahead.keep(event.key) || (chairOf(event.key) !== null && pressChair(event.key))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // A seat that is chosen has the focus; letters still are keys there.
  if (event.target.matches?.(".seat__box") && event.key.length === 1 && event.key !== " ") {
    event.preventDefault();
    press(event.key);
  }
}

/** Escape leaves what is innermost: the search, the sheet, the mode, the choice of seats. */
function leave(event) {
  if (event.target.id === "find" || document.getElementById("found").childElementCount) {
    clearSearch();
    ahead.drop();
    return void document.getElementById("find").blur();
  }
  if (document.querySelector("dialog[open], #table details[open]")) return;
  const back = document.querySelector("#table [data-back]");
  if (back) back.click();
  else chooseNobody();
}

function wake() {
  if (document.visibilityState !== "hidden") live.wake();
}

document.addEventListener("keydown", onKey, true);
document.addEventListener("submit", onSearch, true);
document.addEventListener("pointerdown", () => (isPressed = true), true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (isPressed = false), true);
document.body.addEventListener("revision", () => {
  refreshTiles();
  refreshTable();
});
document.body.addEventListener("htmx:afterSettle", onFound);
document.body.addEventListener("htmx:afterSettle", onTable);
document.body.addEventListener("htmx:responseError", () => ahead.drop());
// A strip that was loaded again comes without figures: they are there before it is seen.
document.body.addEventListener("htmx:afterSwap", paint);
document.body.addEventListener("htmx:oobAfterSwap", paint);
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);
live.start();
tick();
