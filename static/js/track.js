/** The line of levels and breaks at the foot of the hall screen. Pure. */

/** One entry per level and break, in order: {kind, state: "done"|"now"|"ahead", share played}. */
export function trackOf({ schedule }, reading) {
  const share = (item) => Math.min(1, Math.max(0, reading.elapsed_ms / (item.duration_ms || 1)));
  return schedule
    .map((item, index) => {
      const isOver = reading.state === "finished" || index < reading.index;
      const isNow = !isOver && index === reading.index && reading.state !== "waiting";
      return {
        kind: item.kind,
        state: isOver ? "done" : isNow ? "now" : "ahead",
        share: isOver ? 1 : isNow ? share(item) : 0,
      };
    })
    .filter((segment) => segment.kind !== "countdown");
}
