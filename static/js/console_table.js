/**
 * The panel of one table: opened from a tile, loaded again when something happened there, and never moved
 * under a finger. Seats that are chosen stay chosen, whatever arrives.
 */

import { chairOf, mustWait } from "./console_keys.js";
import { choose } from "./console_tiles.js";

const FLIPPED = "floorman.console.flipped";
const place = document.getElementById("table");
const console_ = document.getElementById("console");
let pointers = 0;
let isOld = false;

const panel = () => document.getElementById("tablepanel");
const boxes = () => [...place.querySelectorAll(".seat__box")];
const tableUrl = (number) => console_.dataset.tableUrl.replace(/\/0\/$/, `/${number}/`);

/** Open a table by its number. */
export function openTable(number) {
  return window.htmx.ajax("GET", tableUrl(number), { target: place, swap: "innerHTML" });
}

const isBusy = () =>
  mustWait({
    pointerDown: pointers > 0,
    sheetOpen: Boolean(place.querySelector("details[open]")),
    sending: Boolean(place.querySelector(".htmx-request")),
  });

/** Load the open table again, as it is now; later if somebody is at work on it. */
export async function refreshTable() {
  const open = panel();
  if (!open || open.dataset.mode) return;
  isOld = isBusy();
  if (isOld) return;
  const answer = await fetch(`${tableUrl(open.dataset.table)}?${asked()}`, { headers: { "HX-Request": "true" } });
  // A login page, an error, or a table that was opened meanwhile: what is shown stays.
  if (!answer.ok || answer.redirected || answer.headers.has("HX-Redirect")) return;
  const text = await answer.text();
  if (panel() !== open) return;
  isOld = isBusy();
  if (!isOld) put(text);
}

/** Whatever waited for a finger or a sheet. */
function catchUp() {
  if (isOld && !isBusy()) refreshTable();
}

function asked() {
  const done = document.getElementById("felt-done")?.value;
  return new URLSearchParams(done ? { done } : {});
}

function put(text) {
  const chosen = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
  const focused = place.contains(document.activeElement) ? signOf(document.activeElement) : null;
  window.htmx.swap(place, text, { swapStyle: "innerHTML" });
  for (const box of boxes()) box.checked = chosen.has(box.value);
  if (focused) place.querySelector(focused)?.focus({ preventScroll: true });
  dress();
}

/** A selector that finds an element again after its panel was loaded anew. */
function signOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.key) return `[data-key="${CSS.escape(element.dataset.key)}"]`;
  return element.name && element.value ? `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]` : null;
}

/** The button says how many; the felt lies as it did. */
function dress() {
  const words = place.querySelector("[data-count-words]");
  const n = boxes().filter((box) => box.checked).length;
  // One player is moved; two are swapped, where the finger is.
  for (const one of place.querySelectorAll("[data-for-one]")) one.hidden = n === 2;
  for (const two of place.querySelectorAll("[data-for-two]")) two.hidden = n !== 2;
  if (words) {
    words.dataset.one ??= words.textContent;
    words.textContent = n > 1 ? words.dataset.countWords.replace("{n}", n) : words.dataset.one;
  }
  for (const button of place.querySelectorAll("[data-flip]")) button.hidden = false;
}

/** A figure chooses the seat of that chair. */
export function pressChair(key) {
  const box = boxes().find((one) => Number(one.dataset.chair) === chairOf(key));
  if (!box) return false;
  box.checked = !box.checked;
  dress();
  return true;
}

/** Nobody is chosen any more; whether anybody was. */
export function chooseNobody() {
  const chosen = boxes().filter((box) => box.checked);
  for (const box of chosen) box.checked = false;
  dress();
  return chosen.length > 0;
}

function flip() {
  const flipped = console_.classList.toggle("is-flipped");
  try {
    localStorage.setItem(FLIPPED, flipped ? "1" : "");
  } catch {
    // Blocked or full: the table lies as it does until the page is left.
  }
}

function wasFlipped() {
  try {
    return Boolean(localStorage.getItem(FLIPPED));
  } catch {
    return false;
  }
}

function onClick(event) {
  if (event.target.closest("[data-flip]")) flip();
  const tile = event.target.closest(".tile[data-table]");
  if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(tile.dataset.table);
  openTable(tile.dataset.table).then(comeInSight);
}

/** On a phone the table lies below the map of tables: whoever tapped a tile is brought to it. */
function comeInSight() {
  if (place.getBoundingClientRect().top > window.innerHeight / 2) place.scrollIntoView({ behavior: "smooth", block: "start" });
}

function arrived() {
  const open = panel();
  if (open) choose(open.dataset.table);
  dress();
}

document.addEventListener("pointerdown", () => (pointers += 1), true);
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    pointers = Math.max(0, pointers - 1);
    // After the click that this release makes.
    setTimeout(catchUp, 60);
  }, true);
}
document.addEventListener("click", onClick);
place.addEventListener("change", dress);
place.addEventListener("toggle", () => setTimeout(catchUp, 60), true);
document.body.addEventListener("htmx:afterSwap", (event) => event.target === place && arrived());
console_.classList.toggle("is-flipped", wasFlipped());
dress();
