/**
 * The structure editor: a sheet of levels and breaks with a spreadsheet's keys.
 *
 * The list of items is the truth (editor/items.js); the page shows it (editor/sheet.js), and the hidden field `items`
 * carries it as JSON. Without this file the rows are a plain form.
 */

import { Aside } from "./editor/aside.js";
import { Checker } from "./editor/check.js";
import { History } from "./editor/history.js";
import * as list from "./editor/items.js";
import { listenToKeys } from "./editor/keys.js";
import { listenToPage } from "./editor/page.js";
import { columnsFrom } from "./editor/moves.js";
import { parseChips, parseDuration } from "./editor/numbers.js";
import { applyPaste, parsePaste } from "./editor/paste.js";
import { Sheet } from "./editor/sheet.js";

const dataOf = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

export class Editor {
  constructor(form) {
    this.form = form;
    const items = (dataOf("structure-items") ?? []).map((item) => ({ ...item, auto: [] }));
    this.first = items.find(list.isLevel)?.number || 1;
    this.history = new History(items);
    this.findings = dataOf("structure-findings") || [];
    this.sheet = new Sheet(form);
    this.aside = new Aside(form, (id) => this.sheet.focus(id, "small_blind"));
    this.checker = new Checker(form.dataset.checkUrl, {
      onAnswer: (answer) => this.answered(answer),
      onFailure: () => this.aside.unchecked(),
    });
    this.current = this.facts().current ?? items[0]?.id ?? null;
    for (const part of form.querySelectorAll("[data-needs-script]")) part.hidden = false;
    listenToPage(this);
    listenToKeys(this);
    this.refresh();
    this.checker.ask(this.items, this.asked());
  }

  get items() {
    return this.history.items;
  }

  indexOf(id) {
    return this.items.findIndex((item) => item.id === id);
  }

  /** What the sheet needs besides the items. */
  facts() {
    const data = this.form.dataset;
    const typed = (name, otherwise) => parseChips(this.form.elements[name]?.value ?? "") || Number(otherwise) || 0;
    const current = data.current === "" ? null : Number(data.current);
    const at = this.indexOf(current);
    return {
      startsAt: data.startsAt,
      timeZone: data.timeZone,
      current,
      past: new Set(this.items.slice(0, Math.max(0, at)).map((item) => item.id)),
      stack: typed("stack", data.stack),
      lateLevels: typed("late_registration_levels", data.lateLevels),
    };
  }

  asked() {
    const chips = this.form.elements.chips?.value;
    return { stack: this.facts().stack, ...(chips === undefined ? {} : { chips }) };
  }

  refresh() {
    const facts = this.facts();
    this.sheet.show(this.items, facts);
    this.sheet.showFindings(this.findings);
    this.sheet.mark(this.current);
    this.aside.showSums(this.items, facts);
    this.aside.showFindings(this.findings, this.items);
    this.form.querySelector('[data-do="undo"]').disabled = !this.history.canUndo;
    this.form.querySelector("[data-empty]").hidden = this.items.length > 0;
    this.sheet.table.hidden = this.items.length === 0;
  }

  /** Take a new list: number it, show it, have it checked. */
  put(items, { merge = null, said = "" } = {}) {
    if (!this.history.put(list.renumber(items, this.first), merge)) return;
    this.changed(said);
  }

  changed(said) {
    this.say(said);
    this.refresh();
    this.checker.ask(this.items, this.asked());
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  say(text) {
    this.form.querySelector("[data-said]").textContent = text;
  }

  answered(answer) {
    this.findings = answer.findings ?? [];
    this.sheet.showFindings(this.findings);
    this.aside.showFindings(this.findings, this.items);
    this.aside.showAnswer(answer, this.items, this.facts());
  }

  undo() {
    if (!this.history.undo()) return;
    for (const cell of this.sheet.body.querySelectorAll("[aria-invalid]")) cell.removeAttribute("aria-invalid");
    this.changed("");
    const cell = this.sheet.focusedCell();
    if (cell) this.rewrite(cell.element);
  }

  /** A cell's text as its value reads; for the moment someone leaves it. */
  rewrite(element) {
    const cell = this.sheet.cellOf(element);
    const item = this.items[this.indexOf(cell?.id)];
    if (item && !element.getAttribute("aria-invalid")) this.sheet.write(element, item);
  }

  wrongSentence(key) {
    return key === "duration_ms" ? this.form.dataset.saidMinutes : this.form.dataset.saidNumber;
  }

  moveRow(from, to) {
    this.put(list.move(this.items, this.indexOf(from), this.indexOf(to)));
  }

  typed(element) {
    const { id, key } = this.sheet.cellOf(element);
    const value = this.sheet.read(element, this.wrongSentence(key));
    if (value === null) return;
    this.put(list.setCell(this.items, this.indexOf(id), key, value), { merge: `${id}.${key}` });
  }

  /** A new item before or after the current row, with the focus in it. */
  insert(kind, after, key = kind === "level" ? "small_blind" : "duration_ms") {
    const here = this.indexOf(this.current);
    const at = kind === "countdown" ? 0 : here < 0 ? this.items.length : here + (after ? 1 : 0);
    const id = this.history.takeId();
    const item = kind === "level" ? list.newLevel(this.items, at, id) : list.newBreak(this.items, at, id, kind);
    this.put(list.insertAt(this.items, at, item));
    this.sheet.focus(id, key);
  }

  moveBy(step) {
    const at = this.indexOf(this.current);
    const key = this.sheet.focusedCell()?.key;
    this.put(list.move(this.items, at, at + step));
    if (key) this.sheet.focus(this.current, key, false);
  }

  delete() {
    const at = this.indexOf(this.current);
    if (at < 0) return;
    const key = this.sheet.focusedCell()?.key ?? "small_blind";
    const neighbour = this.items[at + 1] ?? this.items[at - 1];
    this.current = neighbour?.id ?? null;
    this.put(list.removeAt(this.items, at), { said: this.form.dataset.saidDeleted });
    if (neighbour) this.sheet.focus(neighbour.id, key);
  }

  duplicate() {
    const at = this.indexOf(this.current);
    if (at < 0) return;
    const id = this.history.takeId();
    const key = this.sheet.focusedCell()?.key ?? "small_blind";
    this.put(list.duplicateAt(this.items, at, id));
    this.sheet.focus(id, key);
  }

  stopAtEnd() {
    const at = this.indexOf(this.current);
    if (at >= 0) this.put(this.items.with(at, { ...this.items[at], stop_at_end: !this.items[at].stop_at_end }));
  }

  allMinutes() {
    const field = this.form.querySelector("[data-all-minutes]");
    const ms = parseDuration(field.value);
    if (ms) this.put(list.setAllDurations(this.items, ms), { said: this.form.dataset.saidAll });
    else this.say(this.form.dataset.saidMinutes);
    field.toggleAttribute("aria-invalid", !ms);
  }

  loadPreset() {
    const pk = this.form.querySelector("[data-preset]").value;
    const preset = (dataOf("structure-presets") ?? []).find((one) => String(one.pk) === pk);
    if (!preset?.items) {
      window.location.search = new URLSearchParams({ preset: pk });
      return;
    }
    const fresh = preset.items.map((item) => ({ color_up: [], ...item, id: this.history.takeId(), auto: [] }));
    this.put(fresh, { said: this.form.dataset.saidLoaded });
  }

  /** Lay a pasted block over the sheet from the focused cell; false if it is only a word for one cell. */
  paste(text) {
    const cell = this.sheet.focusedCell();
    const at = cell ? this.indexOf(cell.id) : this.items.length;
    const columns = cell ? columnsFrom(this.sheet.keys()[at], cell.key) : undefined;
    if (cell && !/[\t\n]/.test(text.trim()) && !/\d\s*[/–-]\s*\d/.test(text)) return false;
    const block = parsePaste(text, columns);
    if (!block.rows.length) return false;
    const said = this.form.dataset.saidPasted.replace("%(n)s", block.rows.length);
    const unread = block.unread.map((one) => `“${one.cell}”`).slice(0, 5).join(", ");
    const note = unread ? ` ${this.form.dataset.saidUnread.replace("%(cells)s", unread)}` : "";
    cell?.element.blur();
    this.put(applyPaste(this.items, at, block.rows, this.history.takeId, this.first), { said: said + note });
    if (cell) this.sheet.focus(cell.id, cell.key);
    return true;
  }

  act(name) {
    const acts = {
      "level-below": () => this.insert("level", true),
      "level-above": () => this.insert("level", false),
      "break-below": () => this.insert("break", true),
      "break-above": () => this.insert("break", false),
      countdown: () => this.insert("countdown", false),
      up: () => this.moveBy(-1),
      down: () => this.moveBy(1),
      delete: () => this.delete(),
      duplicate: () => this.duplicate(),
      stop: () => this.stopAtEnd(),
      undo: () => this.undo(),
      "all-minutes": () => this.allMinutes(),
      preset: () => this.loadPreset(),
    };
    acts[name]?.();
  }

  submit(event) {
    const wrong = this.sheet.firstWrong();
    if (wrong) {
      event.preventDefault();
      event.stopImmediatePropagation();
      delete this.form.dataset.sent;
      this.form.querySelectorAll(".is-sent").forEach((button) => button.classList.remove("is-sent"));
      this.say(wrong.title);
      wrong.focus();
      return;
    }
    this.form.querySelector("[data-items]").value = JSON.stringify(list.toPayload(this.items));
  }
}

const form = document.querySelector("form[data-editor]");
if (form) new Editor(form);
