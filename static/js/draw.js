/* Does a published draw again in the browser: the same algorithm as tables/rules/draw.py, seat_draw.py and
   replay.py, where it is specified byte for byte. Both run tests/vectors/draw.json.

   The hashing is our own: browsers offer crypto.subtle on https and localhost only, and a venue's screens and
   phones often come over plain http. */

// ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

// The first 32 bits of the fractional parts of the roots of the first primes, worked out with whole numbers only.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) {
  if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
}
const ROUND = PRIMES.map((prime) => fraction(prime, 3n));
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));

/** The first 32 bits of the fraction of the `degree`-th root of a prime. */
function fraction(prime, degree) {
  const target = BigInt(prime) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) {
    if ((root + bit) ** degree <= target) root += bit;
  }
  return Number(root & 0xffffffffn);
}

const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** The SHA-256 of some bytes: 32 bytes. */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(start + 4 * i);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** Takes one block into the state; `words` holds its 16 words, and room for 48 more. */
function compress(state, words) {
  for (let i = 16; i < 64; i += 1) {
    const [w2, w15] = [words[i - 2], words[i - 15]];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

/** The HMAC-SHA-256 of a message: 32 bytes. */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join([block.map((byte) => byte ^ 0x36), message]));
  return sha256(join([block.map((byte) => byte ^ 0x5c), inner]));
}

// ---- bytes and text

/** Some byte arrays as one. */
function join(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/** A whole number as so many bytes, most significant first. */
function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  for (let i = size - 1, rest = number; i >= 0; i -= 1, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}

/** Bytes as lower-case hex. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Hex as bytes, whatever its case and the space around it. RangeError when it is not hex. */
export function fromHex(hex) {
  const digits = hex.trim();
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new RangeError("not hex");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

// ---- the draw

const LARGEST = 2 ** 48; // numbers read from the stream stay exact in a double

/** The hex SHA-256 of a seed, as shown before the draw. */
export function commitment(seed) {
  return toHex(sha256(seed));
}

/** One numbered draw of a Day: a stream of chance, used up in the order of the calls. `seed` is bytes. */
export class Draw {
  #key;
  #block = 0;
  #unread = new Uint8Array(0);

  constructor(seed, number, purpose, cut = "") {
    const parts = [String(number), purpose, cut].map((part) => new TextEncoder().encode(part));
    this.#key = hmac(seed, join(parts.flatMap((part) => [bigEndian(part.length, 4), part])));
  }

  /** A whole number from 0 to n - 1. */
  below(n) {
    if (!Number.isInteger(n) || n < 1 || n > LARGEST) throw new RangeError(`nothing to draw below ${n}`);
    let size = 0;
    while (256 ** size < n) size += 1;
    const limit = 256 ** size - (256 ** size % n);
    for (;;) {
      const value = this.#read(size).reduce((sum, byte) => sum * 256 + byte, 0);
      if (value < limit) return value % n;
    }
  }

  /** The items in a drawn order, as a new array. */
  shuffle(items) {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }

  /** One of the items. */
  pick(items) {
    return items[this.below(items.length)];
  }

  /** The next bytes of the stream. */
  #read(size) {
    while (this.#unread.length < size) {
      this.#unread = join([this.#unread, sha256(join([this.#key, bigEndian(this.#block, 8)]))]);
      this.#block += 1;
    }
    const bytes = this.#unread.subarray(0, size);
    this.#unread = this.#unread.subarray(size);
    return bytes;
  }
}

// ---- recorded draws

/** How many of `entries` each table gets: one after another to the table with the fewest players that has
    a chair left, of equals to the first. RangeError when they do not fit. */
function playersReceived(entries, tables) {
  const received = tables.map(() => 0);
  for (let n = 0; n < entries; n += 1) {
    let best = -1;
    tables.forEach((table, i) => {
      if (received[i] === table.chairs.length) return;
      if (best < 0 || table.taken + received[i] < tables[best].taken + received[best]) best = i;
    });
    if (best < 0) throw new RangeError("more entries than chairs");
    received[best] += 1;
  }
  return received;
}

const REPLAYS = {
  seats({ entries, tables }, draw) {
    const received = playersReceived(entries.length, tables);
    const seats = tables.flatMap(({ number, chairs }, i) => {
      const used = draw.shuffle(chairs).slice(0, received[i]);
      return used.sort((a, b) => a - b).map((chair) => [number, chair]);
    });
    return draw.shuffle(entries).map((entry, i) => [entry, ...seats[i]]);
  },
  "late-seat"({ entry, tables }, draw) {
    const seats = tables.flatMap(({ number, open }) => open.map((chair) => [number, chair]));
    return seats.length ? [entry, ...draw.pick(seats)] : null;
  },
  shuffle: (items, draw) => draw.shuffle(items),
  pick: (items, draw) => draw.pick(items),
  "last-hands": (cards, draw) => draw.pick(cards),
};

/** Whether a recorded draw came out as its seed says, and what it says: {ok, expected}.
    `seed` is hex; `kind` is the purpose unless given; candidates and outcome as in tables/rules/replay.py.
    RangeError for an unknown kind, a seed that is not hex, or candidates nobody could have drawn from. */
export function verifyDraw({ seed, number, purpose, cut = "", kind = purpose, candidates, outcome }) {
  if (!Object.hasOwn(REPLAYS, kind)) throw new RangeError(`unknown kind of draw: ${kind}`);
  const expected = REPLAYS[kind](candidates, new Draw(fromHex(seed), number, purpose, cut));
  return { ok: isSame(expected, outcome), expected };
}

/** Whether two values from JSON are the same; the order of an object's keys does not count. */
function isSame(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
