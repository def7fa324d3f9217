/** The keys of the sheet, and pasting. */

import { horizontal, sameColumn, vertical } from "./moves.js";

const atStart = (element) => element.tagName !== "INPUT" || (element.selectionStart === 0 && element.selectionEnd === 0) || allChosen(element);
const atEnd = (element) => element.tagName !== "INPUT" || (element.selectionStart === element.value.length) || allChosen(element);
const allChosen = (element) => element.selectionStart === 0 && element.selectionEnd === element.value.length;

/** The command of a key pressed in a cell; null leaves the key to the browser. */
function command(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  const { key, shiftKey: shift, altKey: alt } = event;
  if (alt && !ctrl) return { ArrowUp: "up", ArrowDown: "down", Delete: "delete", Backspace: "delete" }[key] ?? null;
  if (ctrl && key === "Enter") return shift ? "break-below" : "level-below";
  if (ctrl && !shift && key.toLowerCase() === "d") return "duplicate";
  return ctrl && !shift && key.toLowerCase() === "z" ? "undo" : null;
}

/** Where an unmodified key leads from a cell. */
function destination(event, rows, row, key) {
  const { target } = event;
  if (event.key === "ArrowDown") return vertical(rows, row, key, 1);
  if (event.key === "ArrowUp") return vertical(rows, row, key, -1);
  if (event.key === "ArrowLeft" && atStart(target)) return horizontal(rows, row, key, -1);
  if (event.key === "ArrowRight" && atEnd(target)) return horizontal(rows, row, key, 1);
  return undefined;
}

export function listenToKeys(editor) {
  const { sheet, form } = editor;
  /** The column that up and down keep to, also across a break. */
  let column = null;

  const go = (place) => place && sheet.focus(editor.items[place.row].id, place.key);

  function enter(step, row, key) {
    const place = sameColumn(sheet.keys(), row, key, step);
    if (place) go(place);
    else if (step > 0) {
      editor.current = editor.items.at(-1).id;
      editor.insert("level", true, key);
    }
  }

  sheet.body.addEventListener("keydown", (event) => {
    const cell = sheet.cellOf(event.target);
    if (!cell?.key || event.isComposing) return;
    const name = command(event);
    if (name) {
      event.preventDefault();
      editor.act(name);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = editor.indexOf(cell.id);
    if (event.key === "Enter") {
      event.preventDefault();
      enter(event.shiftKey ? -1 : 1, row, cell.key);
    } else if (event.key === "Escape") {
      event.target.removeAttribute("aria-invalid");
      editor.rewrite(event.target);
      event.target.select?.();
    } else if (!event.shiftKey) {
      const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
      if (sideways || !column) column = cell.key;
      const place = destination(event, sheet.keys(), row, column ?? cell.key);
      if (place === undefined) return;
      event.preventDefault();
      go(place);
      if (sideways && place) column = place.key;
    }
  });

  sheet.body.addEventListener("pointerdown", () => (column = null));
  sheet.body.addEventListener("keydown", (event) => {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) column = null;
  });
  // A click into a cell chooses all of it, as in a spreadsheet; a second click places the cursor.
  let entered = null;
  sheet.body.addEventListener("focusin", (event) => (entered = event.target));
  sheet.body.addEventListener("click", (event) => {
    if (entered === event.target && event.target.selectionStart === event.target.selectionEnd) event.target.select?.();
    entered = null;
  });

  // Enter in the fields above the sheet must not save a half-typed structure.
  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Enter" && target.matches("[data-all-minutes]")) {
      event.preventDefault();
      editor.act("all-minutes");
    } else if (key === "Enter" && target.matches("input:not([data-key])")) event.preventDefault();
  });

  document.addEventListener("paste", (event) => {
    const elsewhere = event.target.matches?.("input, textarea, select") && !sheet.body.contains(event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!elsewhere && text && editor.paste(text)) event.preventDefault();
  });
}
