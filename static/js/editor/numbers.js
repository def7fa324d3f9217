/** What people type and paste for chips and durations, read into whole numbers, and written back. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EMPTY = /^[\s\-–—.]*$/;

/**
 * Chips from text: "1,500", "1.500", "1 500", "1'500", "25k", "1.5M", "2,5k".
 * Empty or a dash is 0; what cannot be read is null.
 */
export function parseChips(text) {
  const raw = String(text ?? "").trim();
  if (EMPTY.test(raw)) return 0;
  const match = /^([\d.,'’\s\u00a0\u202f]+?)\s*([kKmM]?)$/.exec(raw);
  if (!match) return null;
  const scale = { "": 1, k: 1_000, m: 1_000_000 }[match[2].toLowerCase()];
  const digits = match[1].replace(/[\s\u00a0\u202f'’]/g, "");
  const whole = /^\d+([.,]\d{3,})+$/.test(digits) && scale === 1 ? digits.replace(/[.,]/g, "") : digits.replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(whole)) return null;
  const chips = scaled(whole, scale);
  return Number.isSafeInteger(chips) ? chips : null;
}

/** "1.5" times 1000 without floating point; NaN if it does not come out whole. */
function scaled(decimal, scale) {
  const [whole, part = ""] = decimal.split(".");
  const places = String(scale).length - 1;
  const kept = part.replace(/0+$/, "");
  if (kept.length > places) return NaN;
  return Number(whole + kept.padEnd(places, "0"));
}

/** Chips grouped as the reader's language does; 0 is an empty cell. */
export function formatChips(chips, locale = "en") {
  return chips ? new Intl.NumberFormat(locale, { useGrouping: true }).format(chips) : "";
}

/**
 * Milliseconds from "20", "20 min", "20:00", "1:30:00", "1h", "1h30", "45s".
 * "1:30" and "0:20" are hours and minutes, as a spreadsheet writes them: no level lasts two minutes. "20:00" is
 * twenty minutes. Empty is 0, unreadable null.
 */
export function parseDuration(text) {
  const raw = String(text ?? "").trim().toLowerCase();
  if (EMPTY.test(raw)) return 0;
  const parts = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(raw);
  if (parts) return fromColons(parts);
  const hours = /^(\d+)(?:[.,](\d))?\s*(?:h|hrs?|hours?|小时|小時)\s*(?:(\d+)\s*(?:m|mins?|minutes?|分|分钟|分鐘)?)?$/.exec(raw);
  if (hours) return Number(hours[1]) * HOUR + (Number(hours[2] ?? 0) * HOUR) / 10 + Number(hours[3] ?? 0) * MINUTE;
  const minutes = /^(\d+)\s*(?:['’′m]|mins?\.?|minutes?|分|分钟|分鐘)?$/.exec(raw);
  if (minutes) return Number(minutes[1]) * MINUTE;
  const seconds = /^(\d+)\s*(?:s|secs?|seconds?|秒)$/.exec(raw);
  return seconds ? Number(seconds[1]) * 1000 : null;
}

function fromColons([, first, second, third]) {
  if (third !== undefined) return Number(first) * HOUR + Number(second) * MINUTE + Number(third) * 1000;
  if (Number(first) <= 2) return Number(first) * HOUR + Number(second) * MINUTE;
  return Number(first) * MINUTE + Number(second) * 1000;
}

/** Whole minutes as "20"; with seconds "20:30", or "90s" where colons would be read as hours. */
export function formatDuration(ms) {
  if (!ms) return "";
  const seconds = Math.round(ms / 1000);
  if (seconds % 60 === 0) return String(seconds / 60);
  if (seconds < 180) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A long time as hours and minutes: "9:20". */
export function formatTotal(ms) {
  const minutes = Math.round(ms / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Chips of a color-up from "25, 100" or "25s and 100s", smallest first. */
export function parseChipList(text) {
  const found = String(text ?? "").match(/\d[\d,.']*[kKmM]?/g) ?? [];
  const chips = found.flatMap((word) => parseChips(word.replace(/[.,']+$/, "")) || []);
  return [...new Set(chips)].sort((a, b) => a - b);
}
