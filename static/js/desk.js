/**
 * The registration desk by keys alone. Enter in the search chooses a player, a second Enter sells.
 *
 * What chooses never sells: a press is let through only some time after the player was chosen, never as
 * the end of a scan, and never while the search holds something newer than the panel.
 *
 * data-row     a line that may be chosen, by its figure; data-exact: it is what was scanned
 * data-press   a key for a choice, a field or a button: plain outside of fields, with Alt everywhere
 * data-main    the button that sells
 */

import { Burst, FAST_MS, minorUnits } from "./desk_burst.js";
import { toast } from "./staff.js";

const GUARD_MS = 400;
const SETTLED_MS = 300; // a figure after such a pause chooses a line; before it, it is part of a name

const LONGER_THAN_AN_AMOUNT = 6;

const find = document.getElementById("find");
const burst = new Burst();
let wanted = null; // "enter" or "scan": to be chosen when the list for what is typed arrives
let chosenAt = -Infinity;

const found = () => document.getElementById("found");
const sell = () => document.getElementById("sell");
const mainButton = () => document.querySelector("#sell [data-main]");
const rows = () => [...found().querySelectorAll("[data-row]")];
const isField = (element) => element.matches("textarea, select, input:not([type=radio], [type=checkbox])");
const isListCurrent = () => found().dataset.typed === find.value.trim();

function activate(row) {
  for (const other of rows()) other.classList.toggle("is-active", other === row);
  row?.scrollIntoView({ block: "nearest" });
}

function choose(row) {
  if (!row) return;
  wanted = null;
  chosenAt = performance.now();
  activate(row);
  for (const other of rows()) other.classList.toggle("is-chosen", other === row);
  row.click();
}

/** What Enter means in the list as it is: a scan takes only what it names, or what is alone. */
function chooseByEnter(how) {
  wanted = null;
  const all = rows();
  const exact = all.find((row) => "exact" in row.dataset);
  if (how === "scan") {
    const known = all.filter((row) => row.dataset.row !== "n");
    choose(exact ?? (known.length < 2 ? all[0] : null));
    return;
  }
  choose(exact ?? all.find((row) => row.classList.contains("is-active")) ?? all[0]);
}

function search(how) {
  if (!find.value.trim()) return;
  chosenAt = performance.now();
  if (isListCurrent()) {
    chooseByEnter(how);
    return;
  }
  wanted = how;
  window.htmx.trigger(find, "search-now");
}

/** A scan that came in elsewhere goes where it belongs. */
function searchScanned(text) {
  find.focus();
  find.value = text;
  markStale();
  search("scan");
}

/** The panel is of the one chosen before as long as the search holds something newer. */
function markStale() {
  const panel = sell();
  panel.classList.toggle("is-stale", "chosen" in panel.dataset && find.value.trim() !== "");
}

function toSearch() {
  find.focus();
  find.select();
}

const pressTarget = (key) => document.querySelector(`.deskpage__side [data-press="${CSS.escape(key.toUpperCase())}"]`);

/** Press what a key stands for; false if nothing does. */
function press(key) {
  const target = pressTarget(key);
  if (target?.disabled) toast(target.closest(".tap")?.title);
  if (!target || target.disabled) return false;
  if (isField(target)) {
    target.focus();
    target.select();
    return true;
  }
  target.click();
  if (target.type === "radio") focusAfter(target);
  if (target.name === "split") focusAfterSplit(target);
  return true;
}

/** After a choice the button that sells, but for what is sold only with a reason. */
function focusAfter(choice) {
  const reason = choice.dataset.against === undefined ? null : choice.form.elements.override;
  (reason ?? mainButton())?.focus();
}

function focusAfterSplit(box) {
  const { second_amount: amount } = box.form.elements;
  if (!box.checked) mainButton()?.focus();
  else {
    amount.focus();
    amount.select();
  }
}

function move(step) {
  const all = rows();
  if (!all.length) return;
  const at = all.findIndex((row) => row.classList.contains("is-active"));
  activate(all[(at + step + all.length) % all.length]);
}

function onAlt(event) {
  const key = event.code.replace(/^(Digit|Numpad|Key)/, "");
  const row = rows().find((one) => one.dataset.row === key.toLowerCase());
  if (row && (event.target === find || key === "N")) choose(row);
  else if (!press(key)) return;
  event.preventDefault();
}

function inSearch(event, isFresh) {
  if (event.key === "Enter") {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) search(burst.scanned(event.timeStamp) ? "scan" : "enter");
    burst.clear();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    event.preventDefault();
    find.value = "";
    markStale();
    window.htmx.trigger(find, "search-now");
  } else if (/^[1-9]$/.test(event.key) && isFresh && !/\d/.test(find.value) && isListCurrent()) {
    const row = rows().find((one) => one.dataset.row === event.key);
    if (!row) return;
    event.preventDefault();
    choose(row);
  }
}

/** In a field of the panel Enter goes on to the button; a scan leaves the field as it was, but a card's. */
function inField(event) {
  if (event.key === "Escape") toSearch();
  if (event.key !== "Enter" || event.target.matches("select")) return;
  event.preventDefault();
  const scanned = burst.scanned(event.timeStamp, LONGER_THAN_AN_AMOUNT);
  burst.clear();
  chosenAt = performance.now();
  if (scanned && event.target.name !== "card") {
    event.target.value = event.target.value.replace(scanned, "");
    searchScanned(scanned);
  } else {
    mainButton()?.focus();
  }
}

/** Outside of fields a letter is a key, unless more follow at once: then they are a scan. */
function elsewhere(event) {
  if (event.key.length === 1 && !(event.key === " " && burst.text === " ")) {
    event.preventDefault();
    event.stopPropagation();
    const { key } = event;
    setTimeout(() => {
      if (burst.text !== key) return;
      if (key === "/") toSearch();
      else press(key);
    }, FAST_MS + 5);
  } else if (event.key === "Escape") {
    toSearch();
  } else if (event.key === "Enter") {
    const scanned = burst.scanned(event.timeStamp);
    if (burst.endsWith(event.timeStamp) || event.repeat) event.preventDefault();
    burst.clear();
    if (scanned) searchScanned(scanned);
    else if (event.target.matches("input")) {
      // A choice sends its form on Enter; here only the button does.
      event.preventDefault();
      chosenAt = performance.now();
      mainButton()?.focus();
    }
  }
}

function onKey(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.altKey) {
    onAlt(event);
    return;
  }
  const isFresh = event.timeStamp - burst.last > SETTLED_MS;
  if (event.key.length === 1) burst.add(event.key, event.timeStamp);
  if (event.target === find) inSearch(event, isFresh);
  else if (isField(event.target)) inField(event);
  else elsewhere(event);
}

/** Before anything else sees it: a sale that nobody meant is not sent. */
function guardSale(event) {
  if (!event.target.matches("#sell form")) return;
  const isEarly = performance.now() - chosenAt < GUARD_MS;
  const isStale = sell().classList.contains("is-stale");
  if (!isEarly && !isStale) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const said = document.getElementById("desk").dataset;
  toast(isStale ? said.stale : said.again);
}

function showPrice() {
  const form = sell().querySelector("form");
  const option = form?.querySelector("[name=option]:checked");
  const button = mainButton();
  if (!option || !button) return;
  button.disabled = false;
  form.querySelector("[data-price-line]").hidden = false;
  for (const name of ["parts", "price", "does"]) {
    form.querySelector(`[data-show=${name}]`).textContent = option.dataset[name];
  }
  showLine(form, "against", option.dataset.against);
  showLine(form, "gives-up", option.dataset.givesUp);
  showSplit(form, Number(option.dataset.amount));
}

/** A line that stands only beside some options; `said`: its text, undefined where it does not. */
function showLine(form, name, said) {
  const line = form.querySelector(`[data-${name}-line]`);
  if (line) line.hidden = said === undefined;
  const text = form.querySelector(`[data-show-${name}]`);
  if (text) text.textContent = said ?? "";
}

/** What is paid in which way, and the change of the part that is paid in cash. */
function showSplit(form, price) {
  const { received, second_amount: amount, second_method: other, split } = form.elements;
  const first = form.querySelector("[name=method]:checked");
  const digits = Number(received.dataset.digits);
  if (first?.value === other.value) other.value = first.value === "cash" ? "card" : "cash";
  const second = split.checked ? minorUnits(amount.value, digits) ?? 0 : 0;
  const line = form.querySelector("[data-rest]");
  const isOver = second > price;
  line.classList.toggle("is-short", isOver);
  line.textContent = (isOver ? line.dataset.over : line.dataset.said)
    .replace("{way}", first?.dataset.name ?? "")
    .replace("{amount}", said(form, Math.abs(price - second)));
  let cash = first?.value === "cash" ? price - second : 0;
  if (split.checked && other.value === "cash") cash += second;
  showChange(form, Math.max(0, cash));
}

function said(form, units) {
  const { currency, digits } = form.elements.received.dataset;
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: "currency", currency, trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(units / 10 ** Number(digits));
}

function showChange(form, cash) {
  const field = form.elements.received;
  const line = form.querySelector("[data-change]");
  const received = minorUnits(field.value, Number(field.dataset.digits));
  const rest = (received ?? 0) - cash;
  const words = rest < 0 ? line.dataset.short : line.dataset.said;
  line.classList.toggle("is-short", received !== null && rest < 0);
  line.textContent = received === null ? "" : words.replace("{amount}", said(form, Math.abs(rest)));
}

function onPanel() {
  showPrice();
  // What refused a press must be read before the next one counts.
  if (sell().querySelector(".summary")) chosenAt = performance.now();
  const wrong = sell().querySelector(".field--wrong input");
  const isEmptyNew = sell().querySelector("[name=new]") && sell().querySelector("[name=last_name]").value === "";
  if (wrong) wrong.focus();
  else if (isEmptyNew) sell().querySelector("[name=first_name]")?.focus();
  else if (mainButton()?.disabled) sell().querySelector("[name=option]:enabled")?.focus();
}

function onList() {
  if (wanted && isListCurrent()) chooseByEnter(wanted);
}

function onSold() {
  // What was said of the last refund is no word on this sale.
  document.querySelector(".messages")?.remove();
  find.value = "";
  window.htmx.trigger(find, "search-now");
  find.focus();
}

window.addEventListener("keydown", onKey, true);
window.addEventListener("submit", guardSale, true);
// A finger may choose too, and must not sell by the second half of a double tap.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-row]")) chosenAt = performance.now();
  const tap = event.target.closest(".tap");
  if (tap?.querySelector(":disabled")) toast(tap.title);
}, true);
document.addEventListener("input", (event) => {
  if (event.target === find) {
    wanted = null;
    markStale();
  } else if (event.target.closest("#sell")) showPrice();
});
document.body.addEventListener("htmx:load", (event) => {
  if (event.detail.elt.id === "sell") onPanel();
  if (event.detail.elt.id === "found") onList();
});
document.body.addEventListener("desk-sold", onSold);
// Printing gives the frame of the card the focus; the next player is typed into the search.
window.addEventListener("blur", () => setTimeout(() => {
  if (document.activeElement?.classList.contains("print-frame")) find.focus();
}));
showPrice();
