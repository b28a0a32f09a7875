// Status panel: phase, scores, results and current, in words and numbers. All of it read from the board's own state.

import { minus, t } from "./catalogue.js";
import { html, say } from "./elements.js";
import { label } from "./team-names.js";
import { hint, phase, presetName, result } from "./state-text.js";

const ROWS = [
  ["front", (state, team) => state.tracks[team].front],
  ["back", (state, team) => state.tracks[team].back],
  ["counting", (state, team) => state.tracks[team].pending || "–"],
  ["won", (state, team) => state.won[team]],
  ["points", (state, team) => minus(state.points[team])],
  ["spread", (state, team) => signed(state.spread[team])],
];

const signed = (number) => (number > 0 ? `+${number}` : minus(number));
const at = (id) => document.getElementById(id);

export class StatusPanel {
  #last = null; // result
  #told = ""; // scores

  /** The last result of the board on the table, or null. */
  get last() {
    return this.#last;
  }

  /** A board is on: results are told anew. */
  on() {
    this.#last = null;
    this.#told = "";
    at("results").replaceChildren();
    at("no-results").hidden = false;
  }

  show(state) {
    say("phase", phase(state, this.#last));
    const match = t(state.friendly ? "scores.friendly" : "scores.match", { ...state, preset: presetName(state.preset) });
    say("match", match + (state.facts.muggins ? t("scores.muggins") : ""));
    say("hint", hint(state));
    say("judge-menu", t(state.facts.begun ? "key.judge" : "key.setup"));
    this.#scores(state);
    this.#power(state);
  }

  /** New result lines, as they stand on the board's flash. */
  add(lines) {
    for (const line of lines) {
      this.#last = JSON.parse(line);
      at("results").append(html("li", {}, result(this.#last), html("details", {}, html("summary", {}, t("results.line")), html("code", { tabindex: 0 }, line))));
    }
    at("no-results").hidden = true;
  }

  off(words) {
    say("phase", words);
    say("hint", "");
    say("current-text", "–");
    at("current").value = 0;
  }

  #scores(state) {
    const teams = Object.keys(state.tracks).sort(); // MicroPython's dictionaries keep no order
    const told = JSON.stringify([state.tracks, state.won, state.points, state.spread]);
    if (told === this.#told) return;
    this.#told = told;
    const head = html("th", { scope: "col" }, html("span", { class: "hidden" }, t("scores.number")));
    at("teams").replaceChildren(head, ...teams.map((team) => html("th", { scope: "col", class: `team-${team}` }, label(team))));
    const rows = ROWS.map(([name, number]) =>
      html("tr", {}, html("th", { scope: "row" }, t(`scores.${name}`)), ...teams.map((team) => html("td", {}, String(number(state, team))))),
    );
    at("scores").tBodies[0].replaceChildren(...rows);
  }

  #power(state) {
    const { clock, ma, budget_ma: budget } = state;
    const seconds = Math.floor(clock / 1000);
    say("clock", t("time.clock", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") }));
    say("current-text", t("time.of", { ma, budget }));
    Object.assign(at("current"), { max: budget, value: ma });
  }
}
