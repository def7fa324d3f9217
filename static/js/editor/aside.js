/** The panel beside the sheet: sums, times, and the verdict of the check. */

import { isLevel } from "./items.js";
import { formatChips, formatTotal } from "./numbers.js";
import { dayAndTime, stackInBlinds, summary } from "./timeline.js";

export class Aside {
  constructor(form, onRow) {
    this.form = form;
    this.onRow = onRow;
    this.said = form.dataset;
    this.locale = document.documentElement.lang || "en";
  }

  #put(name, text) {
    const place = this.form.querySelector(`[data-sum="${name}"]`);
    if (!place) return;
    place.textContent = text;
    const fact = place.closest("dl > div");
    if (!["levels", "breaks", "total"].includes(name)) fact.hidden = !text;
  }

  showSums(items, facts) {
    const sums = summary(items, facts.lateLevels);
    const clock = (ms) => (ms === null ? "" : dayAndTime(facts.startsAt, ms, facts.timeZone, this.locale));
    const depth = stackInBlinds(items.find(isLevel), facts.stack);
    this.#put("levels", String(sums.levels));
    this.#put("breaks", String(sums.breaks));
    this.#put("total", formatTotal(sums.total_ms));
    this.#put("ends", clock(sums.total_ms));
    this.#put("registration", clock(sums.registration_ms) || (sums.registration_ms === null ? "" : `${formatTotal(sums.registration_ms)} h`));
    this.#put("depth", depth ? this.said.saidDepth.replace("%(n)s", formatChips(depth, this.locale)) : "");
  }

  showAnswer(answer, items, facts) {
    const expected = answer.expected_end_ms;
    this.#put("expected", expected ? dayAndTime(facts.startsAt, expected, facts.timeZone, this.locale) || `${formatTotal(expected)} h` : "");
    const points = Object.entries(answer.color_up ?? {})
      .map(([chip, index]) => [Number(chip), items.slice(0, index + 1).findLast(isLevel)?.number])
      .filter(([, number]) => number)
      .map(([chip, number]) => this.said.saidAfter.replace("%(chip)s", formatChips(chip, this.locale)).replace("%(n)s", number));
    this.#put("color_up", points.join("\n"));
  }

  /** Each kind of finding with a button to its row; findings without a row in full. */
  showFindings(findings, items) {
    const place = this.form.querySelector("[data-verdict]");
    const lines = findings.map((finding) => this.#line(finding, items));
    if (!lines.length) {
      const good = document.createElement("li");
      good.className = "verdict__good";
      good.textContent = items.length ? this.said.saidGood : "";
      lines.push(good);
    }
    place.replaceChildren(...lines);
  }

  #line(finding, items) {
    const line = document.createElement("li");
    line.className = `finding finding--${finding.severity}`;
    const index = items.findIndex((item) => item.id === finding.item);
    if (index < 0) {
      line.textContent = finding.text;
      return line;
    }
    const item = items[index];
    const button = document.createElement("button");
    button.type = "button";
    const where = isLevel(item) ? this.said.saidLevel.replace("%(n)s", item.number) : this.said.saidRow.replace("%(n)s", index + 1);
    button.append(Object.assign(document.createElement("b"), { textContent: where }), ` ${finding.text}`);
    button.addEventListener("click", () => this.onRow(finding.item));
    line.append(button);
    return line;
  }

  unchecked() {
    const line = document.createElement("li");
    line.className = "muted";
    line.textContent = this.said.saidUnchecked;
    this.form.querySelector("[data-verdict]").replaceChildren(line);
  }
}
