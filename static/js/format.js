/**
 * Numbers, money and times of day as a screen shows them, in the page's language.
 *
 * The only place that turns a figure into text; nothing here reads a clock. Money comes in the
 * currency's minor unit, chips whole, instants in milliseconds since 1970.
 */

const SIGNIFICANT = 4;

export class Format {
  #chips;
  #compact;
  #time;
  #money;
  #language;

  /** `timeZone` is an IANA name; one the browser does not know falls back to the browser's own. */
  constructor({ language = "en", timeZone = "", currency = "" } = {}) {
    this.#language = known(language);
    this.#chips = new Intl.NumberFormat(this.#language, { maximumFractionDigits: 0, useGrouping: "always" });
    this.#compact = new Intl.NumberFormat(this.#language, {
      notation: "compact",
      maximumSignificantDigits: SIGNIFICANT,
    });
    this.#time = timeOfDay(this.#language, timeZone);
    this.setCurrency(currency);
  }

  /** A currency that is no ISO 4217 code is put behind the bare number. */
  setCurrency(currency) {
    this.#money = moneyFormat(this.#language, currency);
  }

  chips(count) {
    return this.#chips.format(count);
  }

  /** 1,250,000 as "1.25M" where nothing is lost by it; other counts, and those below `from`, in full. */
  compact(count, from = 10_000) {
    const digits = String(Math.abs(count)).length;
    const isExact = digits <= SIGNIFICANT || count % 10 ** (digits - SIGNIFICANT) === 0;
    return count >= from && isExact ? this.#compact.format(count) : this.chips(count);
  }

  /** 10600000 euro cents as "€106,000"; cents only where there are some. */
  money(minor) {
    return this.#money(minor);
  }

  /** "21:38", in the house's time zone. */
  time(instantMs) {
    return this.#time.format(instantMs);
  }
}

/** "{n} of {m}" with its gaps filled; a gap without a value stays as written. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));
}

/** Whole minutes of a duration, rounded up, as [hours, minutes]. */
export function hoursAndMinutes(durationMs) {
  const minutes = Math.ceil(Math.max(0, durationMs) / 60000);
  return [Math.floor(minutes / 60), minutes % 60];
}

function known(language) {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? "en";
  } catch {
    return "en";
  }
}

function timeOfDay(language, timeZone) {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat(language, timeZone ? { ...options, timeZone } : options);
  } catch {
    return new Intl.DateTimeFormat(language, options);
  }
}

function moneyFormat(language, currency) {
  try {
    const format = new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      trailingZeroDisplay: "stripIfInteger",
    });
    const unit = 10 ** new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
    return (minor) => format.format(minor / unit);
  } catch {
    const format = new Intl.NumberFormat(language, { trailingZeroDisplay: "stripIfInteger", minimumFractionDigits: 2 });
    return (minor) => `${format.format(minor / 100)} ${currency}`.trim();
  }
}
