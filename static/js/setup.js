/**
 * Small helps for the forms of an event; without this file they are plain forms.
 *
 * data-slug-from="name"   its placeholder is the address that the server would make of that field
 * data-sum-of="a b c"     shows what these amounts come to, as long as each can be read
 */

// Letters that decomposition leaves whole; tournaments/rules/names.py has the same.
const WHOLE = { đ: "d", ł: "l", ø: "o", æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d", ı: "i", ħ: "h" };

const plain = (text) =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[đłøæœßþðıħ]/g, (letter) => WHOLE[letter]);

/** The address a name would get; "" where the server makes up a code. */
export function suggestedSlug(name) {
  return plain(name).replace(/[^a-z0-9\s_-]/g, "").trim().replace(/[-\s]+/g, "-").slice(0, 54).replace(/^[-_]+|[-_]+$/g, "");
}

/** Hundredths, or null if it is no amount: of "," and "." the last is the point unless three digits follow. */
export function hundredths(text) {
  const digits = text.normalize("NFKC").replace(/[\s'’]/g, "");
  if (!digits) return 0;
  const point = /[.,](\d{1,2})$/.exec(digits);
  const whole = (point ? digits.slice(0, point.index) : digits).replace(/[.,]/g, "");
  if (!/^\d{1,13}$/.test(whole)) return null;
  return Number(whole) * 100 + Number((point?.[1] ?? "").padEnd(2, "0"));
}

/** What fields of a form come to; lines of text count by the amount at their end. */
export function sumOf(values) {
  const amounts = values.flatMap((text) => text.split("\n")).map((line) => hundredths(/(\S*)\s*$/.exec(line)[1]));
  return amounts.includes(null) ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

function watchSlug(field) {
  const name = field.form.elements[field.dataset.slugFrom];
  const show = () => (field.placeholder = suggestedSlug(name.value));
  name.addEventListener("input", show);
  show();
}

function watchSum(box) {
  const form = box.closest("form");
  const fields = box.dataset.sumOf.split(" ").map((name) => form.elements[name]);
  const locale = document.documentElement.lang || "en";
  const show = () => {
    const sum = sumOf(fields.map((field) => field.value));
    const places = sum !== null && sum % 100 ? 2 : 0;
    const options = { minimumFractionDigits: places, maximumFractionDigits: places };
    box.querySelector("output").textContent = sum === null ? "–" : (sum / 100).toLocaleString(locale, options);
  };
  box.hidden = false;
  for (const field of fields) field.addEventListener("input", show);
  show();
}

if (typeof document !== "undefined") {
  document.querySelectorAll("[data-slug-from]").forEach(watchSlug);
  document.querySelectorAll("[data-sum-of]").forEach(watchSum);
}
