/* The public page of proofs: does every draw of the published days again, in the reader's own browser.

   The document is that of /e/SLUG/draws.json (tables/queries/draws.py). A verdict is one of
   "same", "differs", "secret" (the seed is not published yet), "seed" (it does not fit its commitment),
   "gap" (a number before this draw is missing), "unknown" (a kind of draw this page does not know). */

import { commitment, fromHex, verifyDraw } from "./draw.js";

/** The verdict on each draw of a document: [{day, number, verdict}], by day and number. */
export function verdicts(proofs) {
  return proofs.days.flatMap((day) => {
    const seeds = new Map(day.seeds.map((seed) => [seed.number, seed]));
    const draws = [...day.draws].sort((a, b) => a.number - b.number);
    return draws.map((draw, i) => {
      const expected = i === 0 ? 1 : draws[i - 1].number + 1;
      const verdict = draw.number === expected ? verdictOf(draw, seeds.get(draw.seed)) : "gap";
      return { day: day.code, number: draw.number, verdict };
    });
  });
}

/** The verdict on one draw, given its seed. */
function verdictOf(draw, seed) {
  if (!seed?.seed) return "secret";
  try {
    if (commitment(fromHex(seed.seed)) !== seed.commitment) return "seed";
    return verifyDraw({ ...draw, seed: seed.seed }).ok ? "same" : "differs";
  } catch {
    return "unknown";
  }
}

/** How many draws have each verdict, and the key of the sentence that sums them up. */
export function summary(found) {
  const count = (...kinds) => found.filter(({ verdict }) => kinds.includes(verdict)).length;
  const counts = { same: count("same"), secret: count("secret"), wrong: count("differs", "seed", "gap", "unknown") };
  let key = "all_same";
  if (!found.length) key = "nothing";
  else if (counts.wrong) key = "some_wrong";
  else if (!counts.same) key = "all_secret";
  else if (counts.secret) key = "some_secret";
  return { ...counts, key };
}

/** The page's words by their key. */
function wordsOf(template) {
  const lines = template.content.textContent.split("\n").filter((line) => line.includes("="));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Writes each verdict beside its draw, and the sentence above. */
function show(found, words, said) {
  for (const { day, number, verdict } of found) {
    const at = `.proof[data-day="${CSS.escape(day)}"][data-number="${number}"] .verdict`;
    const mark = document.querySelector(at);
    if (!mark) continue;
    mark.dataset.verdict = verdict;
    mark.textContent = words[verdict];
    mark.hidden = false;
  }
  const counts = summary(found);
  said.dataset.outcome = counts.key;
  said.textContent = words[counts.key].replace(/\{(\w+)\}/g, (_, name) => counts[name]);
}

function start(button) {
  const words = wordsOf(document.getElementById("verdicts"));
  const said = document.getElementById("summary");
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.hidden = false;
    said.textContent = words.working;
    try {
      // As the house has it now: rows changed behind the program's back move no revision, so no ETag either.
      const answer = await fetch(button.dataset.document, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const proofs = await answer.json();
      await new Promise(requestAnimationFrame);
      show(verdicts(proofs), words, said);
    } catch {
      said.textContent = words.failed;
    } finally {
      button.disabled = false;
    }
  });
}

const button = globalThis.document?.getElementById("check");
if (button) start(button);
