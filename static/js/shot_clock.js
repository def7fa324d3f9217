/**
 * What a clock that was called on a player shows: the same reading as `tables/rules/shot_clock.py`.
 * Both languages run `tests/vectors/shot_clock.json`.
 */

export const THINKING_MS = 25_000;
export const COUNTDOWN_MS = 5_000;

/** {state: "thinking" | "countdown" | "over", left_ms of all of it, ends_at}, instants in server ms. */
export function readShot(calledAtMs, nowMs) {
  const whole = THINKING_MS + COUNTDOWN_MS;
  const passed = Math.max(0, Math.floor(nowMs - calledAtMs));
  const left = Math.max(0, whole - passed);
  const state = left > COUNTDOWN_MS ? "thinking" : left > 0 ? "countdown" : "over";
  return { state, left_ms: left, ends_at: calledAtMs + whole };
}

/** The figure to show: a second that has begun counts, so that 0 is the end. */
export function secondsShown({ left_ms: left }) {
  return Math.ceil(left / 1000);
}
