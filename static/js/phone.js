/** The public page: writes the facts of each second into templates/screens/event.html. */

import { placeOf } from "./alternates.js";
import { anteOf, duration, shortPair } from "./facts.js";
import { bannerWords, follow, linkWords, placesIn, put, putFact } from "./page.js";

const WIDE_PAIR = 20; // characters; a phone's list holds "100,000 / 200,000" in full
const body = document.body;
const at = placesIn(document);
let tabled = ""; // what the tables below were last written from
let firstRev = null; // of the document the page came with: it shows where its moves led
let wasOnList = null; // whether the alternate whose card this is was called or waiting when last seen

follow((facts, state, page) => {
  body.dataset.phase = facts.phase;
  body.toggleAttribute("data-paused", facts.isPaused);
  body.toggleAttribute("data-last-minute", facts.isLastMinute);
  body.toggleAttribute("data-hour", facts.time.length > 5);
  body.toggleAttribute("data-long", facts.blinds.length > 15);
  put(at.event, state.event.name);
  put(at.day, state.day.label);
  for (const name of ["status", "time", "game", "blinds", "ante"]) put(at[name], facts[name]);
  for (const name of ["until", "level", "players", "next", "average", "pause", "pool"]) putFact(at[name], facts[name]);
  const { words } = page;
  putFact(at.registration, facts.registration ?? { label: words.say("registration"), value: words.say("closed") });
  putOrHide(at.link, linkWords(page));
  putOrHide(at.banner, bannerWords(state, words, page.now()));
  put(at.places, facts.places);
  showAlternates(facts.alternates, state, words);
  if (at.seat) followSeat(at.seat.dataset.seat, state);
  showTables(state, page);
});

function putOrHide(place, text) {
  place.hidden = text === "";
  put(place, text);
}

function showAlternates(fact, state, words) {
  at.alternates.hidden = fact === null;
  if (fact) put(at.alternates.querySelector(".label"), fact.label);
  const called = state.alternates_called ?? [];
  const lines = called.map((one) => `${one.number}\u2003${one.name ?? ""}`.trim());
  if (lines.join() !== [...at.called.children].map((line) => line.textContent).join()) {
    at.called.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }
  if (at.mine) showMine(placeOf(state, Number(at.mine.dataset.alternate), words));
}

/** Once a plan has moved whoever sat in this seat, the page is loaded again: the server knows where to. */
function followSeat(seat, { rev, moves }) {
  firstRev ??= rev;
  if (rev !== firstRev && (moves ?? []).some((move) => `${move.from_table}-${move.from_chair}` === seat)) location.reload();
}

/** Where I stand; once I am seated, skipped or back, the page is loaded again: the server knows the chair. */
function showMine(place) {
  const isOnList = place !== null;
  if (wasOnList !== null && wasOnList !== isOnList) location.reload();
  wasOnList = isOnList;
  if (!place) return;
  at.mine.toggleAttribute("data-called", place.isCalled);
  put(at.mine, place.text);
}

function showTables(state, page) {
  const written = `${state.rev} ${page.reading.index} ${page.reading.state}`;
  if (written === tabled) return;
  tabled = written;
  const amounts = state.prizes?.amounts ?? [];
  at.prizes.hidden = amounts.length === 0;
  at.amounts.replaceChildren(...prizeRows(amounts).map(([places, amount]) => row([places, page.format.money(amount)])));
  at.structure.replaceChildren(...state.schedule.map((item, index) => itemRow(item, index, page)));
}

/** Places that pay alike on one line: [["1", 500], ["2–4", 200]]. */
function prizeRows(amounts) {
  const rows = [];
  amounts.forEach((amount, index) => {
    const last = rows.at(-1);
    if (last?.amount === amount) last.to = index + 1;
    else rows.push({ from: index + 1, to: index + 1, amount });
  });
  return rows.map(({ from, to, amount }) => [from === to ? `${from}` : `${from}–${to}`, amount]);
}

function itemRow(item, index, { format, words, reading }) {
  const length = duration(item.duration_ms, words);
  const isLevel = item.kind === "level";
  const name = words.say(item.kind === "break" ? "break" : "countdown");
  const cells = isLevel
    ? [item.number, shortPair(item, format, WIDE_PAIR), anteOf(item, format), length]
    : [name, item.note ?? "", "", length];
  const isOver = reading.state === "finished" || index < reading.index;
  const isNow = !isOver && index === reading.index && reading.state !== "waiting";
  return row(cells, `${item.kind} ${isOver ? "done" : isNow ? "now" : ""}`);
}

function row(cells, name = "") {
  const line = document.createElement("tr");
  line.className = name;
  for (const text of cells) line.append(Object.assign(document.createElement("td"), { textContent: text }));
  return line;
}
