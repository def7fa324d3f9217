/**
 * Shrinks a line of text to the room it has: sets --fit (1 or less) on every [data-fit].
 *
 * A line is measured again only when its shape changes, digits counting alike: with tabular figures
 * "14:32" and "14:31" are one width, so nothing on the wall breathes with the seconds.
 */

const SMALLEST = 0.3;

export function fitAll(document, { again = false } = {}) {
  const room = `${document.documentElement.clientWidth}x${document.documentElement.clientHeight}`;
  const lines = [...document.querySelectorAll("[data-fit]")].filter((line) => line.offsetParent !== null);
  const shape = `${room}|${JSON.stringify(document.body.dataset)}|${lines.map(shapeOf).join("|")}`;
  if (!again && document.body.fittedShape === shape) return;
  document.body.fittedShape = shape;
  for (const line of lines) line.style.setProperty("--fit", "1");
  // The middle first: what it needs is taken from the sides.
  const middle = lines.filter((line) => line.closest(".middle"));
  for (const line of [...middle, ...lines.filter((line) => !middle.includes(line))]) fit(line);
}

function fit(line) {
  if (line.scrollWidth <= line.clientWidth || !line.clientWidth) return;
  const share = Math.max(SMALLEST, Math.floor((line.clientWidth / line.scrollWidth) * 1000) / 1000);
  line.style.setProperty("--fit", String(share));
}

function shapeOf(line) {
  return line.textContent.replace(/\d/g, "0");
}
