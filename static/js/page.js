/**
 * Starts a page that follows an event: reads what the server embedded, keeps it up to date, and calls
 * `show(facts, state, page)` whenever something a person can see may have changed.
 *
 * Shared by the hall screen and the phone page. It draws nothing itself.
 */

import { browserOf } from "./browser.js";
import { Offset, read } from "./clock.js";
import { Words, facts } from "./facts.js";
import { Format } from "./format.js";
import { Live, keptAhead } from "./live.js";
import { moveWords, movesOnShow } from "./moves.js";

const AFTER_THE_SECOND_MS = 4; // so that a timer a hair early does not show the old second for another
const RELOAD_WITHIN_MS = 60_000; // a hall of screens must not ask for the new page in one second
const TRUST_MS = 30_000; // how far out the machine's own clock may be and still agree with a ping
const LINK_GRACE_MS = 1_500; // a reconnect quicker than this is nobody's business

/** Begin; `show` is called at once with the embedded document, before any network. */
export function follow(show, window = globalThis) {
  const { document, location } = window;
  const { dataset } = document.body;
  const language = document.documentElement.lang || "en";
  const offset = new Offset();
  seed(offset, dataset, window);

  const page = { words: wordsOf(document, language), connection: null, format: null, now: () => offset.now() };
  let reloading = 0;
  const live = new Live(
    {
      stateUrl: dataset.stateUrl,
      socketUrl: new URL(dataset.socketPath, location.href).href.replace(/^http/, "ws"),
      offset,
      document: JSON.parse(document.getElementById("state").textContent),
      onDocument: () => tick(),
      onConnection: (connection) => {
        page.connection = connection;
        tick();
      },
      onVersion: () => reloading ||= window.setTimeout(() => location.reload(), Math.random() * RELOAD_WITHIN_MS),
    },
    browserOf(window),
  );

  let timer = 0;
  function tick() {
    window.clearTimeout(timer);
    live.watch();
    let delay = 1000; // also after an error: the next second may be fine
    try {
      delay = draw();
    } finally {
      timer = window.setTimeout(tick, delay);
    }
  }

  /** Draw now; how long until the next second of the clock. */
  function draw() {
    const state = live.document;
    if (!state) return 1000;
    page.format = formatFor(page.format, state, language, dataset.timezone);
    const now = offset.now();
    const reading = read(state.clock, state.schedule, now);
    page.reading = reading;
    show(facts(state, reading, now, page.format, page.words), state, page);
    const rest = reading.state === "running" ? reading.remaining_ms % 1000 : 0;
    return (rest || 1000) + AFTER_THE_SECOND_MS;
  }

  const wake = () => {
    if (document.visibilityState === "hidden") return;
    live.wake();
    tick();
  };
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  live.start();
  tick();
  return { live, redraw: tick };
}

/** The director's message, else the last moves in turn: what people in the hall look up for. */
export function bannerWords({ message, moves }, words, now) {
  if (message) return typeof message === "string" ? message : message.text ?? "";
  return movesOnShow(moves ?? [], now).map((move) => moveWords(move, words)).join(" · ");
}

/** What the corner says about the connection: nothing while all is well. */
export function linkWords(page) {
  const { connection, words, format } = page;
  if (connection?.state !== "reconnecting" || page.now() - connection.since < LINK_GRACE_MS) return "";
  return words.say("reconnecting_since", { time: format.time(connection.since) });
}

/**
 * The page itself was a round trip: it left at `data-now`. Any ping is quicker and replaces it. A page out
 * of the browser's cache left long ago; then the machine's own clock, corrected by what was last measured,
 * is the best there is.
 */
function seed(offset, dataset, window) {
  const { performance } = window;
  const [visit] = performance.getEntriesByType("navigation");
  const ahead = keptAhead(browserOf(window).storage, dataset.stateUrl);
  if (visit?.transferSize === 0 && ahead !== null) {
    const now = performance.now();
    offset.sample(now - TRUST_MS, now + TRUST_MS, Date.now() + ahead);
    return;
  }
  const sentAt = visit?.requestStart ?? 0;
  offset.sample(sentAt, visit?.responseStart || performance.now(), Number(dataset.now) * 1000);
}

function formatFor(known, state, language, timeZone) {
  if (known?.currency === state.event.currency) return known;
  const { currency } = state.event;
  return Object.assign(new Format({ language, timeZone, currency }), { currency });
}

function wordsOf(document, language) {
  const lines = document.getElementById("words").content.textContent.trim().split("\n");
  return new Words(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2))), language);
}

/** Places of a page by their `data-at` name. */
export function placesIn(document) {
  return Object.fromEntries([...document.querySelectorAll("[data-at]")].map((place) => [place.dataset.at, place]));
}

/** Write `text`, touching the page only when it differs. */
export function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Write a labelled fact, or leave it out. */
export function putFact(place, fact) {
  place.hidden = fact === null;
  if (fact === null) return;
  put(place.querySelector(".label"), fact.label);
  put(place.querySelector(".value"), fact.value);
}
