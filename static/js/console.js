/**
 * The console's keys and search, and which parts load again when the event's revision moves.
 *
 * The strip, the map of tables and the open table are in files of their own.
 */

import { TypedAhead, chairOf } from "./console_keys.js";
import { chooseNobody, pressChair, refreshTable } from "./console_table.js";
import { refreshTiles } from "./console_tiles.js";
import { answersHere, doFirst, leaveAnswer } from "./console_todo.js";
import "./felt_tap.js";
import { put, whenPainted } from "./strip.js";

const ahead = new TypedAhead();
const TO_DO = "g"; // does the first thing of the list, whatever it is

whenPainted((now) => {
  for (const shot of document.querySelectorAll(".shot__left[data-ends]")) showShot(shot, now);
});

function showShot(place, now) {
  const left = Math.max(0, Math.ceil((Date.parse(place.dataset.ends) - now) / 1000));
  put(place, left ? String(left) : place.dataset.over);
  place.classList.toggle("is-last", left <= 5);
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
  // A table's number means the table, whoever sits there.
  ahead.found("wholeTable" in (lines[0]?.dataset ?? {}) ? 1 : lines.length);
  lines[0]?.click();
}

/** The table that was searched for is there: the search is done, and keys work. */
function onTable(event) {
  if (event.target.id !== "table") return;
  if (event.detail.requestConfig?.elt?.matches?.("a.found__line")) clearSearch();
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
  if (key === TO_DO) return void doFirst();
  document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return void leave(event);
  if (isField(event.target) || document.querySelector("dialog[open]")) return;
  // A figure typed into a card of the list is the big blind's chair there, no seat of the open table.
  if (chairOf(event.key) !== null && answersHere(event.target)) return;
  if (ahead.keep(event.key) || (chairOf(event.key) !== null && pressChair(event.key))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // A seat that is chosen has the focus; letters still are keys there.
  const isOnSeat = event.target.matches?.(".seat__box") && event.key.length === 1 && event.key !== " ";
  if (isOnSeat || event.key === TO_DO) {
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
  if (document.querySelector("dialog[open], #table details[open]") || leaveAnswer(event.target)) return;
  const back = document.querySelector("#table [data-back]");
  if (back) back.click();
  else chooseNobody();
}

/** What another page said goes with the next press here, by finger or key. */
function onPressed({ target }) {
  if (target.closest("a, button, label")) document.querySelector(".messages")?.remove();
}

document.addEventListener("keydown", onKey, true);
document.addEventListener("submit", onSearch, true);
document.body.addEventListener("revision", () => {
  refreshTiles();
  refreshTable();
});
document.body.addEventListener("htmx:afterSettle", onFound);
document.body.addEventListener("htmx:afterSettle", onTable);
document.body.addEventListener("htmx:responseError", () => ahead.drop());
document.addEventListener("click", onPressed, true);
