/** The list, and the lists before it. Typing on in one cell is one step. */

const KEPT = 200;

export class History {
  #past = [];
  #merge = null;

  constructor(items) {
    this.items = items;
    this.used = Math.max(0, ...items.map((item) => item.id));
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** An id that no item of this page ever had, so that a running clock cannot mistake a new item for a deleted one. */
  takeId = () => (this.used += 1);

  /** Put a new list in place; steps with the same `merge` word count as one. Whether anything changed. */
  put(items, merge = null) {
    if (items === this.items) return false;
    if (!merge || merge !== this.#merge) this.#past.push(this.items);
    if (this.#past.length > KEPT) this.#past.shift();
    this.#merge = merge;
    this.items = items;
    return true;
  }

  /** Back to the list before; whether there was one. */
  undo() {
    if (!this.canUndo) return false;
    this.items = this.#past.pop();
    this.#merge = null;
    return true;
  }
}
