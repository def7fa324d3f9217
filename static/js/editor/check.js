/** Asks the server what it makes of the list, a moment after the last change; the newest answer wins. */

import { csrfToken } from "../staff.js";
import { toPayload } from "./items.js";

const WAIT_MS = 350;

export class Checker {
  #timer = null;
  #asked = 0;

  constructor(url, { onAnswer, onFailure }) {
    this.url = url;
    this.onAnswer = onAnswer;
    this.onFailure = onFailure;
  }

  ask(items, extra = {}) {
    if (!this.url) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(items, extra), WAIT_MS);
  }

  async #send(items, extra) {
    const turn = (this.#asked += 1);
    try {
      const answer = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ ...extra, items: toPayload(items) }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const said = await answer.json();
      if (turn === this.#asked) this.onAnswer(said);
    } catch {
      if (turn === this.#asked) this.onFailure();
    }
  }
}
