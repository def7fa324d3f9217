/**
 * Tones at a level change, at the last minute and at the end of a break; made here, no files.
 *
 * Browsers are silent until somebody has tapped: `onState` says whether a tone would really be heard. Of
 * several windows on one event in one browser, one sounds.
 */

const LAST_MINUTE_MS = 60_000;
const FRESH_MS = 5_000; // a change found later than this, after a sleep, is history
const CLAIM_MS = 60;
const HOLD_MS = 6_000;

/** Each tone: [hertz, starts at s, lasts s] in turn. */
const TONES = {
  level: [[659, 0, 0.35], [880, 0.3, 0.9]],
  last: [[587, 0, 0.25], [587, 0.4, 0.25]],
  back: [[523, 0, 0.3], [659, 0.25, 0.3], [784, 0.5, 1.1]],
};

/** Which tone the step from one reading to the next calls for, null for none. */
export function toneFor(before, now, schedule) {
  if (!before || now.state !== "running") return null;
  if (before.item !== now.item) {
    if (now.elapsed_ms > FRESH_MS) return null;
    return schedule[before.index]?.kind === "level" ? "level" : "back";
  }
  const crossed = before.remaining_ms > LAST_MINUTE_MS && now.remaining_ms <= LAST_MINUTE_MS;
  return crossed && now.remaining_ms > LAST_MINUTE_MS - FRESH_MS ? "last" : null;
}

export class Sound {
  #window;
  #onState;
  #context = null;
  #before = null;
  #isWanted = false;

  constructor(window, onState) {
    this.#window = window;
    this.#onState = onState;
  }

  get isOn() {
    return this.#isWanted && this.#context?.state === "running";
  }

  async toggle() {
    if (!this.#context) {
      this.#context = new this.#window.AudioContext();
      this.#context.addEventListener("statechange", () => this.#onState(this.isOn));
    }
    this.#isWanted = !this.#isWanted;
    if (this.#isWanted) {
      await this.#context.resume();
      this.#play(TONES.last);
    } else await this.#context.suspend();
    this.#onState(this.isOn);
  }

  /** Told every reading; sounds when one is due. */
  async hear(reading, state) {
    const before = this.#before;
    this.#before = reading;
    const tone = toneFor(before, reading, state.schedule);
    if (!tone || !this.isOn) return;
    const change = `floorman:${state.event.slug}:${state.day.code}:${reading.item}:${tone}`;
    if (await this.#isOurs(change)) this.#play(TONES[tone]);
  }

  /** The first window to take the change's lock sounds; where locks are refused, the smallest claim. */
  #isOurs(change) {
    const { navigator } = this.#window;
    if (!navigator.locks) return this.#isSmallestClaim(change);
    return new Promise((answer) => {
      navigator.locks.request(change, { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock && new Promise((release) => this.#window.setTimeout(release, HOLD_MS));
      });
    });
  }

  #isSmallestClaim(change) {
    const channel = new this.#window.BroadcastChannel(change);
    const mine = Math.random();
    let isSmallest = true;
    channel.onmessage = ({ data }) => {
      if (data >= mine) return;
      isSmallest = false;
    };
    channel.postMessage(mine);
    this.#window.setTimeout(() => channel.postMessage(mine), CLAIM_MS / 2);
    return new Promise((answer) => {
      this.#window.setTimeout(() => answer(isSmallest), CLAIM_MS);
      this.#window.setTimeout(() => channel.close(), HOLD_MS);
    });
  }

  #play(tone) {
    const context = this.#context;
    for (const [hertz, after, lasts] of tone) {
      const start = context.currentTime + after;
      const voice = context.createOscillator();
      const volume = context.createGain();
      voice.type = "triangle";
      voice.frequency.value = hertz;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(0.5, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
      voice.connect(volume).connect(context.destination);
      voice.start(start);
      voice.stop(start + lasts);
    }
  }
}
