/** One cell between text and value: how each key is read and written. */

import { CHIP_KEYS } from "./items.js";
import { formatChips, formatDuration, parseChipList, parseChips, parseDuration } from "./numbers.js";

const chipKeys = new Set(CHIP_KEYS);

/** The value in a cell's text, or null if it cannot be read. */
export function readCell(key, text) {
  if (chipKeys.has(key)) return parseChips(text);
  if (key === "duration_ms") return parseDuration(text);
  if (key === "color_up") return /^[\s\-–]*$/.test(text) ? [] : listOrNull(text);
  return text;
}

function listOrNull(text) {
  const chips = parseChipList(text);
  return chips.length ? chips : null;
}

/** A value as its cell shows it. */
export function writeCell(key, value, locale) {
  if (chipKeys.has(key)) return formatChips(value, locale);
  if (key === "duration_ms") return formatDuration(value);
  if (key === "color_up") return (value ?? []).map((chip) => formatChips(chip, locale)).join("  ");
  return value ?? "";
}

/** A value as its cell shows it while someone types there: figures without separators, so that one more fits anywhere. */
export function editCell(key, value, locale) {
  return chipKeys.has(key) ? String(value || "") : writeCell(key, value, locale);
}
