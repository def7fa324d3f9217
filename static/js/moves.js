/** The last moves as people in the hall read them: a few at a time, each in turn. Pure. */

const SHOWN = 3;
const TURN_MS = 8_000;

/** Those on show at `now` (ms), in the order of the old seats; all of them where there are few. */
export function movesOnShow(moves, now) {
  const turns = Math.max(1, Math.ceil(moves.length / SHOWN));
  const turn = Math.floor(now / TURN_MS) % turns;
  return moves.slice(turn * SHOWN, (turn + 1) * SHOWN);
}

/** Who goes where: by name, or by the old chair where the event shows no names. */
export function moveWords(move, words) {
  if (typeof move === "string") return move;
  const name = move.name || [move.from_table, move.from_chair].filter(Boolean).join("-");
  return words.say("move", { name, to: `${move.to_table}-${move.to_chair}` });
}
