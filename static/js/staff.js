/**
 * Small helps for staff pages. Without this file every page still works as plain forms.
 *
 * data-once        a form is sent once; a second press before the answer does nothing
 * data-hold        a button acts after being held for 0.6 s, or at once with Shift
 * data-key="x"     the key x presses this button or puts the cursor in this field
 * data-dialog="id" opens the dialog with that id; data-close closes the one around it
 * data-focus       takes the focus when the page, or a part of it, arrives
 * data-guard       a form that asks before it is left with unsaved changes
 */

const HOLD_MS = 600;
const TOAST_MS = 8000;
const words = () => document.getElementById("toasts");

/** Show a sentence at the foot of the page; errors stay until closed. */
export function toast(text, error = false) {
  const box = words();
  if (!box || !text) return;
  const line = document.createElement("div");
  line.className = error ? "toast toast--error" : "toast";
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button--strip";
  close.textContent = box.dataset.close;
  close.addEventListener("click", () => line.remove());
  line.append(text, close);
  box.replaceChildren(line);
  if (!error) setTimeout(() => line.remove(), TOAST_MS);
}

/** The token that a POST made by script must carry. */
export function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

/** The sentence for an answer that htmx did not put on the page. */
function sentenceFor(status) {
  const said = words()?.dataset ?? {};
  if (status === 401) return said.signedOut;
  if (status === 403) return said.refused;
  if (status === 404 || status === 410) return said.missing;
  return said.failed;
}

function listenToHtmx() {
  document.body.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["X-CSRFToken"] = csrfToken();
  });
  document.body.addEventListener("htmx:responseError", (event) => toast(sentenceFor(event.detail.xhr.status), true));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(name, () => toast(words()?.dataset.offline, true));
  }
  document.body.addEventListener("htmx:afterRequest", (event) => release(event.target));
  document.body.addEventListener("htmx:load", (event) => takeFocus(event.detail.elt));
}

function takeFocus(root) {
  const target = root.matches?.("[data-focus]") ? root : root.querySelector?.("[data-focus]");
  target?.focus({ preventScroll: false });
}

const sendButtons = (form) => form.querySelectorAll("button[type=submit], button:not([type])");

/** A form's buttons may be pressed again. */
function release(element) {
  const form = element?.closest?.("form");
  if (!form) return;
  delete form.dataset.sent;
  for (const button of sendButtons(form)) button.classList.remove("is-sent");
}

function sendOnce(event) {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "1";
  for (const button of sendButtons(form)) button.classList.add("is-sent");
}

function onClick(event) {
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
  event.target.closest("[data-close]")?.closest("dialog")?.close();
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
}

/** A held button lets through only the click it makes itself, or one with Shift. */
function holdButtons() {
  let timer = null;
  let ready = null;
  const stop = () => {
    clearTimeout(timer);
    document.querySelector(".is-held")?.classList.remove("is-held");
  };
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button || button.disabled) return;
    // A finger is captured by what it touched; let go, so that sliding off the button is noticed.
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    button.addEventListener("pointerleave", stop, { once: true });
    button.classList.add("is-held");
    timer = setTimeout(() => {
      ready = button;
      button.click();
    }, HOLD_MS);
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, stop);
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button || event.shiftKey) return;
    if (ready !== button) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // A tap that does nothing must say why.
      if (!words()?.querySelector(".toast--error")) toast(button.title);
    }
    ready = null;
  }, true);
}

const isTyping = (element) => element.matches("input, select, textarea, [contenteditable]");

function onKey(event) {
  if (event.key === "Escape") for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Nobody types F9: such a key works in a field too.
  if (isTyping(event.target) && !/^F\d+$/.test(event.key)) return;
  const target = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!target || target.disabled) return;
  event.preventDefault();
  if (isTyping(target)) {
    target.focus();
    target.select?.();
  } else {
    // A held button lets a key through only with Shift, so the click must say whether it was down.
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
  }
}

function guardForms() {
  const changed = new Set();
  const mark = (event) => {
    const form = event.target.closest?.("form[data-guard]");
    if (form) changed.add(form);
  };
  document.addEventListener("input", mark);
  document.addEventListener("submit", (event) => changed.delete(event.target));
  window.addEventListener("beforeunload", (event) => {
    if (changed.size) event.preventDefault();
  });
}

/** On a narrow screen the row of tabs scrolls; the open one must be in sight. */
function showOpenTab() {
  for (const link of document.querySelectorAll(".tabs [aria-current], .strip__nav [aria-current]")) {
    const bar = link.parentElement;
    bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.clientWidth) / 2;
  }
}

document.addEventListener("submit", sendOnce, true);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
// Coming back by the browser's arrow shows the page as it was left, with its buttons spent.
window.addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(release));
holdButtons();
guardForms();
listenToHtmx();
showOpenTab();
takeFocus(document);
