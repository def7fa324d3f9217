/** What keys mean on the console, apart from the page: typed ahead of an answer, chairs by figure. */

/** The chair that a figure chooses at the table in the felt; null for any other key. 0 is chair 10. */
export function chairOf(key) {
  if (!/^[0-9]$/.test(key)) return null;
  return key === "0" ? 10 : Number(key);
}

/**
 * "12-4", Enter, B typed faster than the table arrives: keys after the Enter wait for it, and are pressed
 * there. Where the search found several, or nobody, they are dropped: they were meant for one player.
 */
export class TypedAhead {
  #waiting = false;
  #keys = [];

  get isWaiting() {
    return this.#waiting;
  }

  /** An Enter has asked for what was typed. */
  begin() {
    this.#waiting = true;
    this.#keys = [];
  }

  /** Whether the key is kept for the table that is on its way. */
  keep(key) {
    if (!this.#waiting || key.length !== 1) return false;
    this.#keys.push(key);
    return true;
  }

  /** So many were found: of several, or none, nothing that was typed ahead counts. */
  found(hits) {
    if (hits !== 1) this.#keys = [];
    if (hits === 0) this.#waiting = false;
  }

  /** The table is there: the keys to press now, in order. */
  arrived() {
    this.#waiting = false;
    return this.#keys.splice(0);
  }

  /** It did not come. */
  drop() {
    this.#waiting = false;
    this.#keys = [];
  }
}

/** What the panel's refresh must wait for: a finger that is down, an open sheet, an answer under way. */
export function mustWait({ pointerDown, sheetOpen, sending }) {
  return pointerDown || sheetOpen || sending;
}
