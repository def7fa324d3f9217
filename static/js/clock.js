/**
 * What a clock shows at an instant: the same reading as `tournaments/rules/clock.py`, so a screen goes on
 * being right without a network. Also the offset to server time, and the time as it is written.
 *
 * Pure: no page, no timers, no clock of its own. `clock` and `schedule` are those of the screen document:
 * clock {item: an item's id, elapsed_ms, anchor: ISO text or null, state}, schedule [{id, kind, duration_ms,
 * stop_at_end?, ...}]. Instants are server time in ms since 1970. Both languages run
 * `tests/vectors/clock.json` and `clock_corners.json`.
 */

const KEPT_SAMPLES = 10; // a burst on waking and some minutes of single ones
const GRAIN_MS = 1; // server time arrives in whole milliseconds

// -- asking -----------------------------------------------------------------------------------

/**
 * {item, index, elapsed_ms, remaining_ms, state, next_change, to_break_ms}: the id and the index of the item
 * on show; next_change in ms, null unless running; to_break_ms 0 in a break, null when none follows.
 * Without any item: waiting, item null, index -1.
 */
export function read(clock, schedule, nowMs) {
  if (schedule.length === 0) return NOTHING;
  const [index, elapsed] = place(clock, schedule, nowMs);
  const state = stateAt(clock, schedule, index, elapsed);
  const remaining = schedule[index].duration_ms - elapsed;
  return {
    item: schedule[index].id,
    index,
    elapsed_ms: elapsed,
    remaining_ms: remaining,
    state,
    next_change: state === "running" ? moment(clock, nowMs) + remaining : null,
    to_break_ms: toBreak(schedule, index, remaining),
  };
}

const NOTHING = Object.freeze({
  item: null, index: -1, elapsed_ms: 0, remaining_ms: 0, state: "waiting", next_change: null, to_break_ms: null,
});

/** When the item on show ends by itself, in ms; null unless running. */
export function nextChange(clock, schedule, nowMs) {
  return read(clock, schedule, nowMs).next_change;
}

/** Time of play until the next break: 0 in one, null when none follows. */
export function toBreakMs(clock, schedule, nowMs) {
  return read(clock, schedule, nowMs).to_break_ms;
}

/** When the item with this id will begin if nothing happens, in ms; null: begun already, not in sight, or the clock stands. */
export function itemStart(clock, schedule, nowMs, id) {
  const shown = read(clock, schedule, nowMs);
  if (shown.state !== "running") return null;
  let at = shown.next_change;
  for (let index = shown.index; index + 1 < schedule.length && !schedule[index].stop_at_end; index += 1) {
    if (schedule[index + 1].id === id) return at;
    at += schedule[index + 1].duration_ms;
  }
  return null;
}

// -- writing ----------------------------------------------------------------------------------

/** "14:32", "1:05:00". Rounded up to the second, so that 0:00 shows only at the end. */
export function formatRemaining(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// -- server time ------------------------------------------------------------------------------

/**
 * Server time on a monotonic clock, from the fastest of the last round trips.
 *
 * The true offset lies within half a round trip of each sample. Two samples that cannot both be true mean
 * that the clocks moved against each other (a machine that slept, a server set right): then the older goes,
 * however fast it was.
 */
export class Offset {
  #monotonic;
  #samples = [];
  #best = null;

  constructor(monotonic = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** One round trip: sent and received on the monotonic clock, and what the server's clock read in between. */
  sample(sentAt, receivedAt, serverNowMs) {
    const trip = receivedAt - sentAt;
    if (!(trip >= 0) || !Number.isFinite(serverNowMs)) return;
    const taken = { offset: serverNowMs - (sentAt + receivedAt) / 2, trip };
    const agrees = (old) => Math.abs(old.offset - taken.offset) <= (old.trip + trip) / 2 + GRAIN_MS;
    this.#samples = [...this.#samples.filter(agrees), taken].slice(-KEPT_SAMPLES);
    this.#best = this.#samples.reduce((best, next) => (next.trip <= best.trip ? next : best));
  }

  /** Server time in ms; null before the first sample. */
  now() {
    return this.#best && this.#monotonic() + this.#best.offset;
  }

  /** How far `now()` can be out, in ms; null before the first sample. */
  get uncertainty() {
    return this.#best && this.#best.trip / 2 + GRAIN_MS;
  }
}

// -- beneath ----------------------------------------------------------------------------------

/** Index of the item on show and how much of it was played. */
function place(clock, schedule, nowMs) {
  let index = schedule.findIndex((item) => item.id === clock.item);
  if (index < 0) {
    if (clock.state !== "waiting") throw new RangeError(`item ${clock.item} is not in the schedule`);
    index = 0;
  }
  const ran = clock.anchor === null ? 0 : moment(clock, nowMs) - Date.parse(clock.anchor);
  return walk(schedule, index, clock.elapsed_ms + ran);
}

/** Carry time played over each item it fills, as far as one that holds, or the end of the last. */
function walk(schedule, index, elapsed) {
  while (elapsed >= schedule[index].duration_ms) {
    const { duration_ms: duration, stop_at_end: holds } = schedule[index];
    if (holds || index + 1 === schedule.length) return [index, duration];
    elapsed -= duration;
    index += 1;
  }
  return [index, elapsed];
}

/** Of the state sent along only "waiting" is believed: the rest was true when it was sent. */
function stateAt(clock, schedule, index, elapsed) {
  if (clock.state === "waiting") return "waiting";
  if (elapsed === schedule[index].duration_ms) return index + 1 === schedule.length ? "finished" : "paused";
  return clock.anchor === null ? "paused" : "running";
}

function toBreak(schedule, index, remaining) {
  if (schedule[index].kind === "break") return 0;
  for (const item of schedule.slice(index + 1)) {
    if (item.kind === "break") return remaining;
    remaining += item.duration_ms;
  }
  return null;
}

/** Now in whole ms, but not before the anchor: a screen that lags a little must not show time not given. */
function moment(clock, nowMs) {
  const now = Math.floor(nowMs);
  return clock.anchor === null ? now : Math.max(now, Date.parse(clock.anchor));
}
