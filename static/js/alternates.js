/**
 * What a screen says of the alternates: who is called, and where one of them stands. Pure.
 *
 * Of the screen document: alternates_called [{number, name}], alternates_waiting [numbers in order],
 * alternates_waits [[ahead at most, kind, minutes]], rising.
 */

const NAMED = 2; // more than so many are called by their numbers alone
const LISTED = 8;

/** The fact for the hall: {label, value}, null while nobody is called. */
export function calledFact(state, words) {
  const called = state.alternates_called ?? [];
  if (called.length === 0) return null;
  const isNamed = called.length <= NAMED;
  const listed = called.slice(0, LISTED).map((one) => (isNamed && one.name ? `${one.number} ${one.name}` : `${one.number}`));
  const value = listed.join(", ") + (called.length > LISTED ? " …" : "");
  return { label: words.say("alternates_called", { n: state.counts?.alternates ?? called.length }), value };
}

/** Where the alternate of this number stands: {isCalled, text}; null when he is not on the list, or skipped. */
export function placeOf(state, number, words) {
  const called = (state.alternates_called ?? []).map((one) => one.number);
  if (called.includes(number)) return { isCalled: true, text: words.say("alternate_come") };
  const at = (state.alternates_waiting ?? []).indexOf(number);
  if (at < 0) return null;
  const ahead = called.length + at;
  const text = ahead === 0 ? words.say("alternate_next") : words.count("alternate_ahead", ahead, ahead);
  return { isCalled: false, text: [text, waitOf(state, ahead, words)].filter(Boolean).join(" · ") };
}

/** The expected wait with so many ahead; that it is not known yet, where it is not. */
function waitOf(state, ahead, words) {
  const step = (state.alternates_waits ?? []).find(([most]) => ahead <= most);
  if (!step) return "";
  const [, kind, minutes] = step;
  return words.say(`wait.${kind}`, { n: minutes, h: Math.floor(minutes / 60) });
}
