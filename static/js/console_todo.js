/**
 * The list of what to do: its first thing by a key, and a card that is being answered. What was tapped on a
 * card stays tapped when the list is loaded again, and the focus stays in it.
 */

const list = document.getElementById("todo");
const asking = (element) => element?.closest?.("form[data-tap-send]");
let kept = [];
let focused = "";

/** The chair on its own card: two cards may ask for the same table. */
function signOf(box) {
  const at = CSS.escape(box.form.getAttribute("action"));
  return `form[action="${at}"] input[name="${CSS.escape(box.name)}"][value="${CSS.escape(box.value)}"]`;
}

/**
 * Press the main button of the first card. A card that asks for chairs waits for their figures instead, and of
 * tables that still play the hand Enter, or Tab and Enter, says which has finished.
 */
export function doFirst() {
  const main = list.querySelector(".todo .button--main, .todo button.handtick");
  if (main?.matches(".handtick")) return void main.focus();
  const form = asking(main);
  if (!form) return void main?.click();
  const felts = [...form.querySelectorAll("[data-tapfelt]")];
  const waits = felts.find((felt) => !felt.querySelector("input:checked")) ?? felts[0];
  waits?.querySelector("input:not(:disabled)")?.focus();
}

/** Whether a figure typed here answers a card. */
export function answersHere(target) {
  return Boolean(asking(target));
}

/** Leave a card that asks, with nothing answered; whether there was one. */
export function leaveAnswer(target) {
  const form = asking(target);
  if (!form) return false;
  form.reset();
  target.blur();
  return true;
}

function keep() {
  kept = [...list.querySelectorAll("[data-tapfelt] input:checked")].map(signOf);
  const box = document.activeElement;
  focused = list.contains(box) && box.matches("[data-tapfelt] input") ? signOf(box) : "";
}

function restore() {
  for (const sign of kept) {
    const box = list.querySelector(sign);
    if (box) box.checked = true;
  }
  if (focused) list.querySelector(focused)?.focus({ preventScroll: true });
}

document.body.addEventListener("htmx:beforeSwap", (event) => event.detail.target === list && keep());
document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target === list && restore());
