/**
 * Keeps the clock page's panels up to date when the event's revision moves, or the clock passes into the
 * next item: strip.js says when ("revision" on the body).
 *
 * A panel in which somebody types, or whose form was refused, stays as it is until it is sent: so its
 * forms carry the level that was on show when the typing began, and are refused if that has passed.
 */

const body = () => document.getElementById("clockpage");

/** Whether something typed, chosen or refused in a panel would be lost by replacing it. */
function isInUse(panel) {
  if (panel.querySelector("[data-refused], form[data-sent]")) return true;
  if (panel.contains(document.activeElement) && document.activeElement.matches("input, select")) return true;
  return [...panel.querySelectorAll("input:not([type=hidden]), select")].some(isChanged);
}

function isChanged(field) {
  if (field.matches("select")) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

let asked = 0;

async function refresh() {
  const mine = (asked += 1);
  let text;
  try {
    const response = await fetch(location.pathname, { headers: { "HX-Request": "true" }, cache: "no-store" });
    if (!response.ok) return;
    text = await response.text();
  } catch {
    return; // the strip's own request says that there is no connection
  }
  // A later question has the newer answer.
  if (mine === asked) replace(new DOMParser().parseFromString(text, "text/html"));
}

function replace(fresh) {
  const old = new Map([...body().querySelectorAll("[data-panel]")].map((panel) => [panel.dataset.panel, panel]));
  const names = [...fresh.querySelectorAll("[data-panel]")].map((panel) => panel.dataset.panel);
  const isSameSet = names.length === old.size && names.every((name) => old.has(name));
  if (!isSameSet && ![...old.values()].some(isInUse)) {
    body().replaceChildren(...[...fresh.body.childNodes].filter((node) => node.id !== "strip"));
    window.htmx.process(body());
    scrollToNow();
    return;
  }
  // What a press said stays until it was undone, or is old.
  const undoable = new Set([...fresh.querySelectorAll(".undo-line")].map(undoOf));
  for (const panel of fresh.querySelectorAll("[data-panel]")) {
    const there = old.get(panel.dataset.panel);
    if (there && !isInUse(there)) exchange(there, panel, undoable);
  }
}

function exchange(there, panel, undoable) {
  const [answer, at] = [there.querySelector("[data-answer]"), there.querySelector("[data-rows]")?.scrollTop];
  const focused = there.contains(document.activeElement) ? document.activeElement.value : null;
  if (answer && undoable.has(undoOf(answer))) panel.querySelector("h2")?.after(answer);
  there.replaceWith(panel);
  window.htmx.process(panel);
  const rows = panel.querySelector("[data-rows]");
  if (rows) rows.scrollTop = at;
  if (focused) panel.querySelector(`button[value="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function undoOf(line) {
  return line.querySelector("form")?.getAttribute("action");
}

/** The row of the level on show in the middle of its list; the page itself does not move. */
function scrollToNow() {
  const rows = document.querySelector("[data-rows]");
  const now = rows?.querySelector("[aria-current]");
  if (now) rows.scrollTop = now.offsetTop - (rows.clientHeight - now.clientHeight) / 2;
}

document.body.addEventListener("revision", refresh);
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "clockpage") scrollToNow();
});
scrollToNow();
