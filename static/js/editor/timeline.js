/** When each item begins, how long all of it takes, and how deep the starting stack still is. */

import { isLevel } from "./items.js";

/** Milliseconds from the start to each item, and to the end. */
export function offsets(items) {
  let at = 0;
  const starts = items.map((item) => {
    const begins = at;
    at += item.duration_ms || 0;
    return begins;
  });
  return { starts, total_ms: at };
}

/** Time of day at the house, "19:40"; empty where the start is not known. */
export function timeOfDay(startsAt, offsetMs, timeZone, locale = "en-GB") {
  const start = Date.parse(startsAt ?? "");
  if (Number.isNaN(start)) return "";
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: timeZone || undefined };
  return new Intl.DateTimeFormat(locale, shape).format(new Date(start + offsetMs));
}

/** The same with its weekday where it is no longer the day of the start: "Mon 02:15". */
export function dayAndTime(startsAt, offsetMs, timeZone, locale) {
  const start = Date.parse(startsAt ?? "");
  const time = timeOfDay(startsAt, offsetMs, timeZone);
  if (!time) return "";
  const day = (ms) => new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: timeZone || undefined }).format(new Date(ms));
  return day(start) === day(start + offsetMs) && offsetMs < 86_400_000 ? time : `${day(start + offsetMs)} ${time}`;
}

/** The starting stack in big blinds (in small bets where there are no blinds), rounded down; 0 if unknown. */
export function stackInBlinds(item, stack) {
  const unit = isLevel(item) ? item.big_blind || item.small_bet : 0;
  return unit && stack ? Math.floor(stack / unit) : 0;
}

/** Levels, breaks, the whole time, and when registration closes after level n: at the restart after a break there. */
export function summary(items, lateLevels = 0) {
  const { starts, total_ms } = offsets(items);
  const levels = items.filter(isLevel);
  const last = lateLevels ? items.indexOf(levels[Math.min(lateLevels, levels.length) - 1]) : -1;
  const after = items[last + 1]?.kind === "break" ? last + 1 : last;
  return {
    levels: levels.length,
    breaks: items.filter((item) => item.kind === "break").length,
    total_ms,
    registration_ms: last >= 0 ? starts[after] + items[after].duration_ms : null,
  };
}
