/** Moving a row by its handle, with a finger or a mouse. */

export function dragRows(body, moveRow) {
  let row = null;
  let target = null;

  const clear = () => {
    for (const other of body.children) other.classList.remove("is-target-above", "is-target-below");
  };
  const rowAt = (y) => [...body.children].find((other) => y < other.getBoundingClientRect().bottom) ?? body.lastElementChild;

  body.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button) return;
    event.preventDefault();
    row = handle.closest("tr");
    target = row;
    row.classList.add("is-dragged");
    handle.setPointerCapture(event.pointerId);
  });
  body.addEventListener("pointermove", (event) => {
    if (!row) return;
    clear();
    target = rowAt(event.clientY);
    if (target === row) return;
    const down = target.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_PRECEDING;
    target.classList.add(down ? "is-target-below" : "is-target-above");
  });
  const end = (event) => {
    if (!row) return;
    row.classList.remove("is-dragged");
    clear();
    if (event.type === "pointerup" && target && target !== row) moveRow(Number(row.dataset.id), Number(target.dataset.id));
    row = null;
  };
  body.addEventListener("pointerup", end);
  body.addEventListener("pointercancel", end);
}
