import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPaste, parsePaste } from "../../static/js/editor/paste.js";

const MINUTE = 60_000;
const lines = (...rows) => rows.join("\n");
const level = (small_blind, big_blind, more = {}) => ({ kind: "level", values: { small_blind, big_blind, ...more } });
const pause = (minutes, color_up = [], note = "") => ({ kind: "break", duration_ms: minutes && minutes * MINUTE, color_up, note });
const rowsOf = (text, columns) => parsePaste(text, columns).rows;

test("columns go to the right from the focused cell", () => {
  assert.deepEqual(rowsOf("100\t200\t200\n200\t400\t400", ["small_blind", "big_blind", "ante"]), [level(100, 200, { ante: 200 }), level(200, 400, { ante: 400 })]);
  assert.deepEqual(rowsOf("30\n45\r\n", ["duration_ms", "note"]), [30, 45].map((m) => ({ kind: "level", values: { duration_ms: m * MINUTE } })));
});

test("a header row says which column is which, in any order", () => {
  const block = parsePaste(lines("Level\tStart\tDuration\tSmall Blind\tBig Blind\tBB Ante", "1\t12:00\t20:00\t1,000\t2,000\t2,000", "2\t12:20\t20:00\t1,500\t3,000\t3,000"));
  assert.equal(block.header, true);
  assert.deepEqual(block.unread, []);
  assert.deepEqual(block.rows, [1_000, 1_500].map((sb) => level(sb, 2 * sb, { duration_ms: 20 * MINUTE, ante: 2 * sb, ante_kind: "big-blind" })));
});

test("a first column of levels is passed over", () => {
  const columns = ["small_blind", "big_blind", "ante", "ante_kind", "duration_ms"];
  assert.deepEqual(rowsOf("1\t25\t50\n2\t50\t100\nBreak\t10\n3\t75\t150", columns), [level(25, 50), level(50, 100), pause(10), level(75, 150)]);
  assert.deepEqual(rowsOf("Level 4\t200\t400", columns), [level(200, 400)]);
});

test("small blinds that count up are not taken for levels", () => {
  assert.deepEqual(rowsOf("1\n2\n3", ["small_blind"]).map((row) => row.values.small_blind), [1, 2, 3]);
});

test("blinds in one cell are read, with their ante", () => {
  const read = (text) => rowsOf(text)[0].values;
  assert.deepEqual(read("100/200"), { small_blind: 100, big_blind: 200 });
  assert.deepEqual(read("100-200 (200)"), { small_blind: 100, big_blind: 200, ante: 200 });
  assert.deepEqual(read("1,000 / 2,000 / 300"), { small_blind: 1_000, big_blind: 2_000, ante: 300 });
  assert.deepEqual(read("5k–10k (10k)"), { small_blind: 5_000, big_blind: 10_000, ante: 10_000 });
  assert.deepEqual(read("100/200 (BB ante 200)"), { small_blind: 100, big_blind: 200, ante: 200 });
});

test("after blinds in one cell come ante and minutes, or minutes alone", () => {
  assert.deepEqual(rowsOf("100/200\t20:00\n200/400\t20:00")[0], level(100, 200, { duration_ms: 20 * MINUTE }));
  assert.deepEqual(rowsOf("1\t100/200\t30\n2\t200/400\t30")[0], level(100, 200, { duration_ms: 30 * MINUTE }));
  assert.deepEqual(rowsOf("100/200\t25\t40\n200/400\t50\t40")[0], level(100, 200, { ante: 25, duration_ms: 40 * MINUTE }));
});

test("breaks are read with length and chips", () => {
  const read = (text) => rowsOf(lines("100\t200", text))[1];
  assert.deepEqual(read("Break 15"), pause(15));
  assert.deepEqual(read("15 min break"), pause(15));
  assert.deepEqual(read("BREAK\t\t20:00"), pause(20));
  assert.deepEqual(read("Dinner break 1h"), pause(60, [], "Dinner"));
  assert.deepEqual(read("Break 15 (color up 25s and 100s)"), pause(15, [25, 100]));
  assert.deepEqual(read("Break - remove 1,000s"), pause(null, [1_000]));
  assert.deepEqual(read("休息 10"), pause(10));
});

test("limits under a header are bets", () => {
  const [row] = rowsOf(lines("Limits\tAnte\tBring-in\tMinutes", "80,000/160,000\t20,000\t20,000\t60"));
  assert.deepEqual(row.values, { small_bet: 80_000, big_bet: 160_000, ante: 20_000, bring_in: 20_000, duration_ms: 60 * MINUTE });
});

test("a cell that cannot be read is named, the rest is kept", () => {
  const block = parsePaste("100\t200\ntwo\t400", ["small_blind", "big_blind"]);
  assert.deepEqual(block.unread, [{ row: 1, cell: "two" }]);
  assert.deepEqual(block.rows[1], { kind: "level", values: { big_blind: 400 } });
});

test("semicolons and quotes of a CSV are understood", () => {
  assert.deepEqual(rowsOf('"SB";"BB"\n"1.000";"2.000"'), [level(1_000, 2_000)]);
});

const ids = () => { let id = 100; return () => (id += 1); };
const item = (id, small_blind) => ({ id, kind: "level", number: id, duration_ms: 20 * MINUTE, small_blind, big_blind: 2 * small_blind, ante: 0, ante_kind: "none", small_bet: 0, auto: [] });
const rest = { id: 9, kind: "break", duration_ms: 10 * MINUTE, color_up: [], note: "" };

test("a pasted column passes over the breaks that are there and goes on past the end", () => {
  const list = applyPaste([item(1, 100), rest, item(2, 200)], 0, rowsOf("50\n75\n100", ["small_blind"]), ids());
  assert.deepEqual(list.map((one) => [one.id, one.kind, one.small_blind ?? null]), [[1, "level", 50], [9, "break", null], [2, "level", 75], [101, "level", 100]]);
  assert.deepEqual(list.map((one) => one.number ?? null), [1, null, 2, 3]);
});

test("a block with breaks of its own puts them where it says", () => {
  const list = applyPaste([item(1, 100), item(2, 200)], 0, rowsOf("10\t20\nBreak 15\n30\t60", ["small_blind", "big_blind"]), ids());
  assert.deepEqual(list.map((one) => [one.kind, one.small_blind ?? one.duration_ms / MINUTE]), [["level", 10], ["break", 15], ["level", 30]]);
});

test("a pasted ante says who pays it", () => {
  const kind = (ante) => applyPaste([], 0, rowsOf(`100\t200\t${ante}`, ["small_blind", "big_blind", "ante"]), ids())[0].ante_kind;
  assert.deepEqual(["200", "25", "-"].map(kind), ["big-blind", "all", "none"]);
});

test("a stud ante is everybody's, and blinds after limits have their bets", () => {
  const list = applyPaste([], 0, rowsOf(lines("Limits\tAnte\tBring-in", "200/400\t25\t50")), ids());
  assert.deepEqual([list[0].limit, list[0].ante_kind], ["fixed-limit", "all"]);
  const [, flop] = applyPaste(list, 1, rowsOf("100/200"), ids());
  assert.deepEqual([flop.limit, flop.small_bet, flop.big_bet], ["fixed-limit", 200, 400]);
});

test("a whole published sheet", () => {
  // Live! Casino LPC 2025 Event 11, as its page prints it: 30 minutes, a break after every fourth level.
  const sheet = lines("Level\tSmall Blind\tBig Blind\tBB Ante\tMinutes", "1\t100\t200\t200\t30", "2\t200\t300\t300\t30", "3\t200\t400\t400\t30", "4\t300\t500\t500\t30", "15 Minute Break", "5\t300\t600\t600\t30");
  const list = applyPaste([], 0, rowsOf(sheet), ids());
  assert.deepEqual(list.map((one) => one.kind === "break" ? one.duration_ms / MINUTE : [one.number, one.small_blind, one.big_blind, one.ante, one.ante_kind]), [
    [1, 100, 200, 200, "big-blind"], [2, 200, 300, 300, "big-blind"], [3, 200, 400, 400, "big-blind"], [4, 300, 500, 500, "big-blind"], 15, [5, 300, 600, 600, "big-blind"],
  ]);
});
