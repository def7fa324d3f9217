/** The editor's ear for everything but keys: cells, toolbar, fields above the sheet, saving, dragging. */

import { dragRows } from "./drag.js";

export function listenToPage(editor) {
  const { form, sheet } = editor;
  sheet.body.addEventListener("input", (event) => event.target.dataset.key && editor.typed(event.target));
  sheet.body.addEventListener("focusout", (event) => event.target.dataset.key && setTimeout(() => editor.rewrite(event.target)));
  sheet.body.addEventListener("focusin", (event) => {
    editor.current = sheet.cellOf(event.target)?.id ?? editor.current;
    sheet.mark(editor.current);
    editor.rewrite(event.target);
    event.target.select?.();
  });
  sheet.body.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("tr[data-id]");
    if (row) sheet.mark((editor.current = Number(row.dataset.id)));
  });
  // A press on the toolbar must not take the cursor out of the cell it acts on.
  form.querySelector(".toolbar").addEventListener("mousedown", (event) => event.target.closest("[data-do]") && event.preventDefault());
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    button.closest("details")?.removeAttribute("open");
    editor.act(button.dataset.do);
  });
  form.addEventListener("change", (event) => {
    if (event.target.dataset.column || ["stack", "late_registration_levels", "chips"].includes(event.target.name)) editor.refresh();
    if (["stack", "chips"].includes(event.target.name)) editor.checker.ask(editor.items, editor.asked());
  });
  form.addEventListener("submit", (event) => editor.submit(event), true);
  dragRows(sheet.body, (from, to) => editor.moveRow(from, to));
}
