/** Keeps the screen lit. The browser takes the lock away whenever the page is hidden: it is asked again. */

export function keepAwake(window) {
  const { document, navigator } = window;
  if (!navigator.wakeLock) return; // needs HTTPS or localhost; elsewhere the machine's own setting must do
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => window.setTimeout(ask, 1000), { once: true });
    } catch {
      // Refused, on low battery for one; the next time the page is shown it asks again.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
