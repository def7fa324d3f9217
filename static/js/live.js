/**
 * Keeps one screen document up to date over the event's socket.
 *
 * `Live` opens the socket, asks for a snapshot after every opening, drops what is older than what it
 * has, and measures the offset to server time by round trips of its own pings, never from a document.
 * When sockets do not open it fetches `state.json` instead. It touches no page: everything it needs of
 * the browser is an argument, so `node --test` drives it with a browser of its own.
 *
 * Connections: {state: "connecting"}, {state: "live"}, {state: "reconnecting", since: server ms}.
 */

import { browserOf, parsed, read, write } from "./browser.js";

export const VERSION = 1;
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 30_000;
const OPENING_MS = 10_000; // a socket that neither opens nor fails by then is given up
const SNAPSHOT_MS = 1_000; // the hub sends one at once; a proxy that swallows it costs this long
const POLL_MS = 5_000;
const FAILURES_BEFORE_POLLING = 2;
const PINGS_AT_ONCE = 5;
const PING_GAP_MS = 150;
const PING_EVERY_MS = 30_000;
const PONG_MS = 5_000;
const RESTORED_AFTER_MS = 30_000;
const LEAP_MS = 1_000;

/**
 * Whether `next` may replace `held`. Older revisions may not. One exception: stamped half a minute
 * later with a lower revision means the database was put back, not that a message was late.
 */
export function isNewer(next, held) {
  if (!held) return true;
  const later = Date.parse(next.server_now) - Date.parse(held.server_now);
  if (next.rev === held.rev) return later >= 0;
  return next.rev > held.rev || later > RESTORED_AFTER_MS;
}

/** Longest wait before attempt n (from 0), of which full jitter takes a random part. */
export function backoff(attempt, random) {
  return random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempt, 16));
}

export class Live {
  document = null;
  connection = { state: "connecting" };
  #options;
  #browser;
  #offset;
  #socket = null;
  #failures = 0;
  #timers = new Map();
  #ping = { id: 0, sentAt: 0, left: 0 };
  #gap = null;
  #isPolled = false;
  #isStopped = true;

  /**
   * options: stateUrl (null: the socket only, for the console's signal), socketUrl, offset (clock.js Offset), document (embedded in the page),
   * onDocument(document), onConnection(connection), onVersion() when the server speaks another version.
   * browser: WebSocket, fetch, setTimeout, clearTimeout, now() monotonic ms, wall() ms, random(), storage.
   */
  constructor(options, browser = browserOf(globalThis)) {
    this.#options = options;
    this.#browser = browser;
    this.#offset = options.offset;
    this.#adoptFirst(options.document);
  }

  start() {
    this.#isStopped = false;
    this.#open();
  }

  stop() {
    this.#isStopped = true;
    for (const name of [...this.#timers.keys()]) this.#clear(name);
    this.#drop();
  }

  /** To be called when the page may have slept: on `pageshow`, on becoming visible, on `online`. */
  wake() {
    if (this.#isStopped) return;
    if (this.#socket?.readyState === 1) {
      this.#measure(PINGS_AT_ONCE);
    } else if (this.#timers.has("retry")) {
      this.#after("retry", this.#browser.random() * BACKOFF_BASE_MS, () => this.#open());
    }
  }

  /**
   * To be called about once a second. A machine that slept, or whose clock was set, shows a leap between
   * its two clocks, also when the page heard nothing of it.
   */
  watch() {
    const gap = this.#browser.wall() - this.#browser.now();
    if (Math.abs(gap - (this.#gap ?? gap)) > LEAP_MS) this.wake();
    this.#gap = gap;
  }

  // -- socket ---------------------------------------------------------------------------------

  #open() {
    this.#drop();
    const socket = new this.#browser.WebSocket(this.#options.socketUrl);
    this.#socket = socket;
    const mine = (handler) => (event) => this.#socket === socket && handler(event);
    socket.onopen = mine(() => this.#opened());
    socket.onmessage = mine((event) => this.#received(event.data));
    socket.onclose = mine(() => this.#lost());
    socket.onerror = mine(() => this.#lost());
    this.#after("opening", OPENING_MS, () => this.#lost());
  }

  #opened() {
    this.#clear("opening");
    this.#clear("poll");
    this.#measure(PINGS_AT_ONCE);
    if (this.#options.stateUrl) this.#after("snapshot", SNAPSHOT_MS, () => this.#fetchSnapshot());
  }

  #lost() {
    for (const name of ["opening", "snapshot", "ping", "pong"]) this.#clear(name);
    this.#drop();
    this.#failures += 1;
    if (!this.#isPolled) this.#reconnecting();
    const mayPoll = this.#options.stateUrl && this.#failures >= FAILURES_BEFORE_POLLING;
    if (mayPoll && !this.#timers.has("poll")) this.#poll();
    this.#after("retry", backoff(this.#failures - 1, this.#browser.random), () => this.#open());
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.close();
  }

  #received(text) {
    const message = parsed(text);
    if (message === null) return;
    if ("pong" in message) this.#ponged(message);
    else if ("rev" in message) {
      this.#clear("snapshot");
      this.#fresh(message);
      this.#isPolled = false;
    }
  }

  // -- state.json -----------------------------------------------------------------------------

  async #fetchSnapshot() {
    const socket = this.#socket;
    try {
      const document = await this.#fetch();
      if (socket === this.#socket) this.#fresh(document);
    } catch {
      // A socket without a snapshot shows old figures as if they were new: begin again.
      if (socket !== null && socket === this.#socket) this.#lost();
    }
  }

  async #poll() {
    this.#after("poll", POLL_MS * (0.75 + this.#browser.random() / 2), () => this.#poll());
    try {
      const document = await this.#fetch();
      if (!this.#timers.has("poll")) return;
      this.#isPolled = true;
      this.#fresh(document);
    } catch {
      this.#isPolled = false;
      if (this.#timers.has("poll")) this.#reconnecting();
    }
  }

  async #fetch() {
    const response = await this.#browser.fetch(this.#options.stateUrl, { cache: "no-cache" });
    if (!response.ok) throw new Error(`state.json answered ${response.status}`);
    return response.json();
  }

  // -- documents ------------------------------------------------------------------------------

  #fresh(document) {
    if (this.#isStopped) return;
    if ("v" in document && document.v !== VERSION) {
      this.#options.onVersion?.();
      return;
    }
    this.#connected({ state: "live" });
    if (!isNewer(document, this.document)) return;
    this.document = document;
    this.#keep();
    this.#options.onDocument?.(document);
  }

  #adoptFirst(embedded) {
    const kept = parsed(read(this.#browser.storage, this.#key));
    const known = kept?.document?.v === VERSION ? kept.document : null;
    this.document = embedded && isNewer(embedded, known) ? embedded : known ?? embedded ?? null;
  }

  #keep() {
    if (!this.#options.stateUrl) return;
    const now = this.#offset.now();
    const ahead = now === null ? null : now - this.#browser.wall();
    write(this.#browser.storage, this.#key, JSON.stringify({ document: this.document, ahead }));
  }

  get #key() {
    return `floorman:${this.#options.stateUrl}`;
  }

  #reconnecting() {
    if (this.connection.state !== "reconnecting") {
      this.#connected({ state: "reconnecting", since: this.#offset.now() ?? this.#browser.wall() });
    }
  }

  #connected(connection) {
    if (connection.state === this.connection.state) return;
    this.connection = connection;
    this.#options.onConnection?.(connection);
  }

  // -- round trips ----------------------------------------------------------------------------

  #measure(times) {
    this.#ping.left = times;
    this.#sendPing();
  }

  #sendPing() {
    if (this.#socket?.readyState !== 1) return;
    this.#ping.id += 1;
    this.#ping.left -= 1;
    this.#ping.sentAt = this.#browser.now();
    this.#socket.send(JSON.stringify({ ping: this.#ping.id }));
    this.#clear("ping");
    this.#after("pong", PONG_MS, () => this.#lost());
  }

  #ponged({ pong, server_now: serverNow }) {
    const receivedAt = this.#browser.now();
    if (pong !== this.#ping.id || !this.#timers.has("pong")) return;
    this.#clear("pong");
    this.#failures = 0;
    this.#offset.sample(this.#ping.sentAt, receivedAt, Date.parse(serverNow));
    const isDone = this.#ping.left <= 0;
    if (isDone && this.document) this.#keep();
    this.#after("ping", isDone ? PING_EVERY_MS : PING_GAP_MS, () => this.#sendPing());
  }

  // -- timers ---------------------------------------------------------------------------------

  #after(name, delayMs, run) {
    this.#clear(name);
    const handle = this.#browser.setTimeout(() => {
      this.#timers.delete(name);
      run();
    }, delayMs);
    this.#timers.set(name, handle);
  }

  #clear(name) {
    if (this.#timers.has(name)) this.#browser.clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

/** What a page that came without the network knows: server time less the machine's own, in ms, or null. */
export function keptAhead(storage, stateUrl) {
  return parsed(read(storage, `floorman:${stateUrl}`))?.ahead ?? null;
}
