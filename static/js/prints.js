/**
 * Prints a PDF from the page of its job, without a further tab: the file is loaded into a frame that is not
 * seen, and that frame is told to print. A browser started with --kiosk-printing then asks nothing.
 * Several are printed one after the other: a card, then its receipt.
 *
 * data-print="URL"  a button that does so; it is hidden where there is no script
 * data-print-now    do so at once, as soon as the button is on the page
 * data-papers       on the choice of printer, as JSON: the paper that goes with each
 */

const FRAME_CLASS = "print-frame";
const PATIENCE_MS = 8000; // a file that does not load must not hold up the next
const KEPT_MS = 60000; // a frame that goes away while its printer reads takes the print along

let turn = Promise.resolve();

/** Print the file when those before it are on their way. */
function print(url) {
  turn = turn.then(() => printed(url));
}

/** Load the file and print it. A browser that cannot print a frame is left with the link beside the button. */
function printed(url) {
  const frame = document.createElement("iframe");
  frame.className = `${FRAME_CLASS} visually-hidden`;
  frame.tabIndex = -1;
  setTimeout(() => frame.remove(), KEPT_MS);
  return new Promise((done) => {
    setTimeout(done, PATIENCE_MS);
    frame.addEventListener("load", () => {
      const before = document.activeElement;
      frame.contentWindow.focus();
      frame.contentWindow.print();
      giveBack(frame, before);
      done();
    });
    frame.src = url;
    document.body.append(frame);
  });
}

/** Keys work on the page again, not in a frame that nobody sees. */
function giveBack(frame, before) {
  frame.blur();
  window.focus();
  if (before !== document.activeElement) before?.focus?.({ preventScroll: true });
}

/** Loading the page again must not print again. */
function forgetToPrint() {
  const here = new URL(location.href);
  here.searchParams.delete("print");
  history.replaceState(null, "", here);
}

function prepare(root) {
  for (const button of root.querySelectorAll("[data-print]")) {
    button.hidden = false;
    if (!("printNow" in button.dataset)) continue;
    delete button.dataset.printNow;
    forgetToPrint();
    print(button.dataset.print);
  }
}

// While it is captured: before htmx reads the form for the preview.
document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-papers]")) return;
  const paper = JSON.parse(event.target.dataset.papers)[event.target.value];
  if (paper) event.target.form.elements.sheet.value = paper;
}, true);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-print]");
  if (button) print(button.dataset.print);
});
document.body.addEventListener("htmx:load", (event) => prepare(event.detail.elt.parentElement ?? document));
prepare(document);
