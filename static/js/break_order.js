/**
 * The order in which tables break, put right by hand: a line is drawn by its grip, or goes up by its buttons.
 * The field says what is sent, so that without this file the order is typed.
 *
 * data-order-list   the list; data-number on each of its lines, data-by-hand on those in order by hand
 * data-order-grip   where a line is taken hold of; data-order-first, data-order-up: its buttons
 */

const EDGE_PX = 44; // this near the end of a long list it scrolls along

/** The tables to send: those put in order by hand, and whatever stands above the last of them. */
export function inOrder(lines) {
  const last = lines.findLastIndex((line) => line.byHand);
  return lines.slice(0, last + 1).map((line) => line.number);
}

/** By how many places a line that is drawn to y goes, up (negative) or down: past each whose middle it has passed. */
export function placesPassed(middles, index, y) {
  const up = middles.slice(0, index).filter((middle) => y < middle).length;
  const down = middles.slice(index + 1).filter((middle) => y > middle).length;
  return down - up;
}

function settle(line) {
  const list = line.parentElement;
  line.dataset.byHand = "";
  const lines = [...list.children];
  const sent = inOrder(lines.map((one) => ({ number: one.dataset.number, byHand: "byHand" in one.dataset })));
  for (const one of lines.slice(0, sent.length)) one.dataset.byHand = "";
  list.closest("form").querySelector("[data-order-field]").value = sent.join(", ");
}

function putEarlier(button, isFirst) {
  const line = button.closest("[data-number]");
  const list = line.parentElement;
  const before = isFirst ? list.firstElementChild : line.previousElementSibling;
  if (before && before !== line) list.insertBefore(line, before);
  settle(line);
  button.focus();
}

/** The others make room: the line itself is never taken out of the page, so the finger keeps it. */
function draw(line, y) {
  const list = line.parentElement;
  const lines = [...list.children];
  const middles = lines.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  for (let n = placesPassed(middles, lines.indexOf(line), y); n !== 0; n -= Math.sign(n)) {
    if (n < 0) list.insertBefore(line.previousElementSibling, line.nextElementSibling);
    else list.insertBefore(line.nextElementSibling, line);
  }
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE_PX) list.scrollTop -= EDGE_PX / 4;
  else if (y > bottom - EDGE_PX) list.scrollTop += EDGE_PX / 4;
}

function takeHold(event) {
  const grip = event.target.closest("[data-order-grip]");
  if (!grip || event.button !== 0) return;
  event.preventDefault();
  const line = grip.closest("[data-number]");
  const over = new AbortController();
  const letGo = () => {
    over.abort();
    line.classList.remove("is-drawn");
    settle(line);
  };
  line.classList.add("is-drawn");
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener("pointermove", (moved) => draw(line, moved.clientY), { signal: over.signal });
  for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, letGo, { signal: over.signal });
}

function onClick(event) {
  const button = event.target.closest("[data-order-first], [data-order-up]");
  if (button) putEarlier(button, "orderFirst" in button.dataset);
}

if (globalThis.document) {
  document.addEventListener("pointerdown", takeHold);
  document.addEventListener("click", onClick);
  for (const one of document.querySelectorAll("[data-order-first], [data-order-up], [data-order-grip]")) one.hidden = false;
}
