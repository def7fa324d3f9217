/** The big screen: writes the facts of each second into templates/screens/clock.html. */

import { fitAll } from "./fit.js";
import { bannerWords, follow, linkWords, placesIn, put, putFact } from "./page.js";
import { Sound } from "./sound.js";
import { trackOf } from "./track.js";
import { keepAwake } from "./wake.js";

const IDLE_MS = 3_000;

const body = document.body;
const at = placesIn(document);
const sound = new Sound(window, (isOn) => showSound(isOn));

const { redraw } = follow((facts, state, page) => {
  showState(facts, state, page);
  showGame(facts);
  showSides(facts);
  showFoot(facts, trackOf(state, page.reading));
  fitAll(document);
  sound.hear(page.reading, state);
});

function showState(facts, state, page) {
  body.dataset.phase = facts.phase;
  body.toggleAttribute("data-paused", facts.isPaused);
  body.toggleAttribute("data-last-minute", facts.isLastMinute);
  body.toggleAttribute("data-until", facts.until !== null);
  put(at.event, state.event.name);
  put(at.day, state.day.label);
  put(at.house, facts.house);
  const link = linkWords(page);
  at.link.hidden = link === "";
  put(at.link, link);
  body.toggleAttribute("data-link", link !== "");
  const banner = bannerWords(state, page.words, page.now());
  body.toggleAttribute("data-banner", banner !== "");
  at.banner.hidden = banner === "";
  put(at.banner, banner);
}

function showGame(facts) {
  const isNoteShown = facts.phase === "break" && facts.note !== "";
  put(at["status-word"], isNoteShown ? `${facts.status} · ${facts.note}` : facts.status);
  put(at.time, facts.time);
  putFact(at.until, facts.until);
  body.toggleAttribute("data-tight", facts.game !== "" && facts.ante !== "");
  put(at.game, facts.game);
  put(at.blinds, facts.blinds);
  put(at.ante, facts.ante);
}

function showSides(facts) {
  for (const name of ["level", "next", "pause", "players", "average", "pool"]) putFact(at[name], facts[name]);
}

function showFoot(facts, track) {
  putFact(at.registration, facts.registration);
  putFact(at.alternates, facts.alternates);
  // A call is for now: while it stands it takes the room of what nobody needs to know this minute.
  put(at.places, facts.alternates ? "" : facts.places);
  while (at.track.children.length > track.length) at.track.lastChild.remove();
  while (at.track.children.length < track.length) at.track.append(document.createElement("li"));
  track.forEach((segment, index) => {
    const place = at.track.children[index];
    const name = `${segment.kind} ${segment.state}`;
    if (place.className !== name) place.className = name;
    place.style.setProperty("--share", segment.share.toFixed(3));
  });
}

function showSound(isOn) {
  at.sound.setAttribute("aria-pressed", String(isOn));
  at["sound-on"].hidden = !isOn;
  at["sound-off"].hidden = isOn;
}

at.sound.addEventListener("click", () => sound.toggle());

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
});

let idle = 0;
document.addEventListener("pointermove", () => {
  body.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => body.classList.add("idle"), IDLE_MS);
});

window.addEventListener("resize", redraw);
document.fonts?.ready.then(redraw);
document.fonts?.addEventListener("loadingdone", () => {
  fitAll(document, { again: true });
});
keepAwake(window);
