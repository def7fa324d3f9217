/** The browser as live.js sees it, and its store, which may be full, blocked or spoilt. */

/** What live.js needs of a browser; tests bring their own. */
export function browserOf(window) {
  return {
    WebSocket: window.WebSocket,
    fetch: (...request) => window.fetch(...request),
    setTimeout: (...timer) => window.setTimeout(...timer),
    clearTimeout: (timer) => window.clearTimeout(timer),
    now: () => window.performance.now(),
    wall: () => Date.now(),
    random: () => Math.random(),
    storage: storageOf(window),
  };
}

function storageOf(window) {
  try {
    return window.localStorage ?? null;
  } catch {
    return null; // blocked by the visitor: the page works without
  }
}

/** A kept text, null when there is none or the store is blocked. */
export function read(storage, key) {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function write(storage, key, text) {
  try {
    storage?.setItem(key, text);
  } catch {
    // Full or blocked. The page goes on; only a reload without network is poorer.
  }
}

/** The object a text holds, null for anything else. */
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
