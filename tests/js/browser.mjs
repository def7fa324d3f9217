/** A browser for tests of live.js: sockets, fetch, timers and clocks that do as the test says. */

export class FakeBrowser {
  sockets = [];
  fetched = [];
  refuses = false; // further sockets fail at once
  #monotonic = 0;
  #slept = 0;
  #timers = new Map();
  #nextTimer = 1;
  #answer = null;

  constructor() {
    const browser = this;
    this.WebSocket = class extends FakeSocket {
      constructor(url) {
        super(url);
        browser.sockets.push(this);
        if (browser.refuses) browser.setTimeout(() => this.drops(), 1);
      }
    };
    const kept = new Map();
    this.storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  }

  now = () => this.#monotonic;
  wall = () => 1_000_000 + this.#monotonic + this.#slept;
  random = () => 0.5;

  fetch = async (url) => {
    this.fetched.push(url);
    if (this.#answer === null) throw new TypeError("Failed to fetch");
    const answer = this.#answer;
    return { ok: true, json: async () => answer };
  };

  setTimeout = (run, delay) => {
    this.#timers.set(this.#nextTimer, { run, due: this.#monotonic + delay });
    return this.#nextTimer++;
  };

  clearTimeout = (timer) => this.#timers.delete(timer);

  get socket() {
    return this.sockets.at(-1);
  }

  /** What state.json says from now on; null: the network is gone. */
  answers(document) {
    this.#answer = document;
  }

  /** Let time pass; timers run in order, at their time. */
  pass(ms) {
    const end = this.#monotonic + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) this.#runTimer(next);
    this.#monotonic = end;
  }

  /** The same, letting promises settle after each timer. */
  async passAndSettle(ms) {
    const end = this.#monotonic + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) {
      this.#runTimer(next);
      await new Promise(setImmediate);
    }
    this.#monotonic = end;
  }

  /** The machine sleeps: the wall clock goes on, the monotonic one and the timers do not. */
  sleeps(ms) {
    this.#slept += ms;
  }

  #nextDue(end) {
    const due = [...this.#timers].filter(([, timer]) => timer.due <= end);
    return due.sort(([, a], [, b]) => a.due - b.due)[0];
  }

  #runTimer([id, { run, due }]) {
    this.#timers.delete(id);
    this.#monotonic = Math.max(this.#monotonic, due);
    run();
  }
}

class FakeSocket {
  readyState = 0;
  pings = [];

  constructor(url) {
    this.url = url;
  }

  send(text) {
    this.pings.push(JSON.parse(text).ping);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen({});
  }

  says(message) {
    this.hears(JSON.stringify(message));
  }

  hears(data) {
    this.onmessage({ data });
  }

  drops() {
    this.readyState = 3;
    this.onclose({});
  }
}
