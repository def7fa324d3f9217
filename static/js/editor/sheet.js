/** The table of rows on the page: shows a list of items and says which cell is meant. */

import { hasBets, isLevel, playsStud } from "./items.js";
import { editCell, readCell, writeCell } from "./cells.js";
import { offsets, stackInBlinds, timeOfDay } from "./timeline.js";

export class Sheet {
  #rows = new Map();

  constructor(form) {
    this.body = form.querySelector("[data-rows]");
    this.table = this.body.closest("table");
    this.form = form;
    this.locale = document.documentElement.lang || "en";
    this.templates = { level: document.getElementById("row-level"), break: document.getElementById("row-break") };
    this.body.replaceChildren();
  }

  /** Show the items; a cell that is being typed in keeps its text. */
  show(items, facts) {
    const focused = this.focusedCell();
    const active = document.activeElement;
    const wanted = items.map((item) => this.#rowFor(item));
    wanted.forEach((row, i) => {
      if (this.body.children[i] !== row) this.body.insertBefore(row, this.body.children[i] ?? null);
    });
    while (this.body.children.length > wanted.length) this.body.lastChild.remove();
    this.#showColumns(items);
    const { starts } = offsets(items);
    items.forEach((item, i) => this.#fill(wanted[i], item, starts[i], facts, active));
    for (const id of this.#rows.keys()) if (!items.some((item) => item.id === id)) this.#rows.delete(id);
    if (focused && document.activeElement !== active && this.#rows.has(focused.id)) this.focus(focused.id, focused.key, false);
  }

  #rowFor(item) {
    const old = this.#rows.get(item.id);
    if (old?.dataset.kind === item.kind) return old;
    const row = document.createElement("tr");
    row.className = `sheet__row sheet__row--${item.kind}`;
    row.dataset.id = item.id;
    row.dataset.kind = item.kind;
    row.append(this.templates[isLevel(item) ? "level" : "break"].content.cloneNode(true));
    for (const name of ["break", "countdown"]) row.querySelector(`[data-kind-${name}]`)?.toggleAttribute("hidden", item.kind !== name);
    this.#rows.set(item.id, row);
    return row;
  }

  #fill(row, item, startMs, facts, active) {
    for (const cell of row.querySelectorAll("[data-key]")) {
      if (cell === active && cell.tagName === "INPUT") continue;
      if (cell.getAttribute("aria-invalid")) continue;
      this.write(cell, item);
    }
    const number = row.querySelector("[data-number]");
    if (number) number.textContent = item.number ?? "";
    row.querySelector("[data-starts]").textContent = timeOfDay(facts.startsAt, startMs, facts.timeZone) || elapsed(startMs);
    const depth = row.querySelector("[data-depth]");
    if (depth) depth.textContent = stackInBlinds(item, facts.stack) || "";
    row.querySelector("[data-now]").hidden = item.id !== facts.current;
    row.querySelector("[data-stops]").hidden = !item.stop_at_end;
    row.classList.toggle("is-past", facts.past.has(item.id));
  }

  /** A cell's text as its item reads, lighter where the editor filled it. */
  write(cell, item) {
    const key = cell.dataset.key;
    const show = cell === document.activeElement ? editCell : writeCell;
    const text = show(key, item[key], this.locale);
    if (cell.value !== text) cell.value = text;
    cell.classList.toggle("is-filled", (item.auto ?? []).includes(key));
  }

  /** Columns that some level uses, or that were asked for. */
  #showColumns(items) {
    const levels = items.filter(isLevel);
    const games = new Set(levels.map((item) => `${item.game}|${item.limit}`)).size > 1;
    const used = { games, bets: levels.some(hasBets), stud: levels.some(playsStud), notes: levels.some((item) => item.note) };
    let span = 4;
    for (const box of this.form.querySelectorAll("[data-column]")) {
      const name = box.dataset.column;
      if (used[name]) box.checked = true;
      this.table.classList.toggle(`shows-${name}`, box.checked);
      if (box.checked && name !== "notes") span += 2;
    }
    for (const cell of this.body.querySelectorAll("[data-span]")) cell.colSpan = span;
  }

  /** The row and key of an element in the sheet; null elsewhere. */
  cellOf(element) {
    const key = element?.dataset?.key;
    const row = element?.closest?.("tr[data-id]");
    return row ? { id: Number(row.dataset.id), key, element } : null;
  }

  focusedCell() {
    const cell = this.body.contains(document.activeElement) ? this.cellOf(document.activeElement) : null;
    return cell?.key ? cell : null;
  }

  /** The keys of each row's cells that can be seen, in reading order. */
  keys() {
    return [...this.body.children].map((row) => [...row.querySelectorAll("[data-key]")]
      .filter((cell) => cell.getClientRects().length).map((cell) => cell.dataset.key));
  }

  focus(id, key, select = true) {
    const row = this.#rows.get(id);
    const cell = row?.querySelector(`[data-key="${key}"]`) ?? row?.querySelector("[data-key]");
    if (!cell) return;
    cell.focus();
    if (select) cell.select?.();
  }

  mark(id) {
    for (const [rowId, row] of this.#rows) row.classList.toggle("is-current", rowId === id);
  }

  /** A cell's text read anew: its value, or null with the cell marked. */
  read(element, sentence) {
    const value = readCell(element.dataset.key, element.value);
    if (value === null) {
      element.setAttribute("aria-invalid", "true");
      element.title = sentence;
    } else {
      element.removeAttribute("aria-invalid");
      element.removeAttribute("title");
    }
    return value;
  }

  firstWrong() {
    return this.body.querySelector("[aria-invalid]");
  }

  /** Findings beside their rows. */
  showFindings(findings) {
    for (const [id, row] of this.#rows) {
      const own = findings.filter((finding) => finding.item === id);
      const lines = own.map((finding) => {
        const line = document.createElement("li");
        line.className = `finding finding--${finding.severity}`;
        line.textContent = finding.text;
        return line;
      });
      row.querySelector("[data-findings]").replaceChildren(...lines);
      row.classList.toggle("has-impossible", own.some((finding) => finding.severity === "impossible"));
      row.classList.toggle("has-unusual", own.length > 0);
    }
  }
}

function elapsed(ms) {
  const minutes = Math.floor(ms / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
