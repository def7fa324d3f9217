/**
 * The map of tables: a thousand tiles, of which only groups in view are loaded again. A group out of view is
 * marked old, and loaded when it comes into view. A tap on a tile opens its table.
 */

const map = document.getElementById("tables");
const inView = new Set();
let observer = null;

/** Watch the groups that are on the page now. */
function watch() {
  observer?.disconnect();
  inView.clear();
  observer = new IntersectionObserver(seen, { rootMargin: "80px" });
  for (const group of groups()) observer.observe(group);
}

const groups = () => map.querySelectorAll(".tiles[data-group]");

function seen(entries) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
    if (isIntersecting && target.dataset.old) load(target);
  }
}

function load(group) {
  delete group.dataset.old;
  window.htmx.trigger(group, "tiles");
}

/** Something happened on the floor. */
export function refreshTiles() {
  for (const group of groups()) {
    if (inView.has(group)) load(group);
    else group.dataset.old = "1";
  }
}

/** Tables were added or taken away: the groups are no longer those on the page. */
function checkGroups(event) {
  const group = event.target;
  if (!group.matches?.(".tiles[data-group]") || !event.detail.successful) return;
  const total = event.detail.xhr.getResponseHeader("X-Groups");
  if (total !== null && Number(total) !== groups().length) {
    window.htmx.ajax("GET", map.dataset.url, { target: map, swap: "innerHTML" });
  }
}

/** Mark the tile of the table that is open. */
export function choose(number) {
  map.querySelector(".tile.is-chosen")?.classList.remove("is-chosen");
  map.querySelector(`.tile[data-table="${CSS.escape(String(number))}"]`)?.classList.add("is-chosen");
}

document.body.addEventListener("htmx:afterRequest", checkGroups);
map.addEventListener("htmx:afterSwap", (event) => {
  if (event.target === map) watch();
  choose(document.getElementById("tablepanel")?.dataset.table);
});
watch();
