/**
 * Small helps of the floor's pages. Without this file every page works as plain forms.
 *
 * data-tap-send      a form of felts is sent as soon as a chair is tapped on each of them; a figure taps that
 *                    chair of the first felt that waits for one (0 is chair 10). "focused": only while the focus
 *                    is in the form, where figures mean something else elsewhere on the page
 * data-seat-card     a chair's button writes its seat card behind those turned up before, or takes it out
 * data-print-page    prints the page; data-tick-all ticks every box of its form
 */

/** The last tap sends; what came with the page already chosen waits for one. */
function tapped(event) {
  const form = event.target.closest("form[data-tap-send]");
  if (!form || event.target.type !== "radio") return;
  const felts = [...form.querySelectorAll("[data-tapfelt]")];
  if (felts.every((felt) => felt.querySelector("input:checked"))) form.requestSubmit();
}

function formForKeys(target) {
  const around = target.closest?.("form[data-tap-send]");
  return around ?? document.querySelector('form[data-tap-send]:not([data-tap-send="focused"])');
}

function tappedByKey(event) {
  const form = formForKeys(event.target);
  if (!form || !/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input:not([type=radio]), select, textarea") || document.querySelector("dialog[open]")) return;
  const felts = [...form.querySelectorAll("[data-tapfelt]")];
  const felt = felts.find((one) => !one.querySelector("input:checked")) ?? felts[0];
  const box = felt?.querySelector(`input[value="${event.key === "0" ? 10 : event.key}"]:not(:disabled)`);
  if (!box) return;
  event.preventDefault();
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

function cardsOf(field) {
  return field.value.split(/[\s,;]+/).filter(Boolean);
}

function turnUp(button) {
  const field = button.closest("form").querySelector("[data-seats]");
  const card = button.dataset.seatCard;
  const cards = cardsOf(field);
  field.value = (cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]).join(", ");
  markUsed(button.closest("form"));
}

function markUsed(form) {
  const field = form.querySelector("[data-seats]");
  if (!field) return;
  const used = new Set(cardsOf(field));
  for (const button of form.querySelectorAll("[data-seat-card]")) {
    button.classList.toggle("is-used", used.has(button.dataset.seatCard));
  }
}

document.addEventListener("change", tapped);
document.addEventListener("keydown", tappedByKey);
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-seats]")) markUsed(event.target.form);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.seatCard) turnUp(button);
  else if ("printPage" in button.dataset) window.print();
  else if ("tickAll" in button.dataset) {
    const boxes = [...button.form.querySelectorAll("input[type=checkbox]")];
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
  }
});
for (const one of document.querySelectorAll("[data-print-page], [data-tick-all]")) {
  one.hidden = false;
}
for (const form of document.querySelectorAll("form")) markUsed(form);
