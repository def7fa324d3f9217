/**
 * Telling a scanner from a hand. A scanner is a keyboard that types faster than any hand, and ends with
 * Enter. Its letters must reach the search wherever the cursor is, and its Enter must never sell.
 */

export const FAST_MS = 35; // between two keys of a scanner; a hand's rolling pair may be as fast, four are not
const SHORTEST = 4;

/** What was typed in one go. `at`: milliseconds of the events' own clock. */
export class Burst {
  text = "";
  last = -Infinity;

  /** One more letter; a pause begins anew. */
  add(letter, at) {
    this.text = at - this.last > FAST_MS ? letter : this.text + letter;
    this.last = at;
  }

  /** Whether an Enter at `at` comes too soon after a letter to be a press of its own. Some scanners wait a little. */
  endsWith(at) {
    return at - this.last <= 2 * FAST_MS;
  }

  /** What a scanner sent, if an Enter at `at` is its last key, else "". shortest: fewer letters are a hand's. */
  scanned(at, shortest = SHORTEST) {
    return this.endsWith(at) && this.text.length >= shortest ? this.text : "";
  }

  /** Nothing was typed. */
  clear() {
    this.text = "";
    this.last = -Infinity;
  }
}

/** Minor units of an amount as typed, null where it is none; as tournaments/rules/money.py reads it. */
export function minorUnits(typed, digits) {
  let plain = typed.replace(/[\s'’\u00a0]/g, "");
  const point = Math.max(plain.lastIndexOf(","), plain.lastIndexOf("."));
  if (point >= 0) {
    const mark = plain[point];
    const other = mark === "," ? "." : ",";
    const isGroup = plain.length - point === 4 && !plain.includes(other) && !plain.startsWith("0");
    plain = plain.replaceAll(other, "");
    plain = isGroup ? plain.replaceAll(mark, "") : plain.replace(mark, ".");
  }
  const parts = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain);
  if (!parts || (parts[2] ?? "").replace(/0+$/, "").length > digits) return null;
  return Number(parts[1] + (parts[2] ?? "").slice(0, digits).padEnd(digits, "0"));
}
