// Beside the board: phase, numbers, results, current. All of it read from the board's own state.

import { html } from "./svg.js";
import { phase, result } from "./words.js";

const ROWS = [
  ["Front peg", (state, team) => state.tracks[team].front],
  ["Back peg", (state, team) => state.tracks[team].back],
  ["Counting", (state, team) => state.tracks[team].pending || "–"],
  ["Games won", (state, team) => state.won[team]],
  ["Points", (state, team) => state.points[team]],
  ["Spread", (state, team) => signed(state.spread[team])],
];

const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
const at = (id) => document.getElementById(id);

/** Puts `words` in an element, unless they are there: a live region speaks at every change. */
export function say(id, words) {
  if (at(id).textContent !== words) at(id).textContent = words;
}

export class Panel {
  #last = null; // result
  #told = ""; // scores

  /** A board is on: results are told anew. */
  on() {
    this.#last = null;
    at("results").replaceChildren();
    at("no-results").hidden = false;
  }

  show(state) {
    say("phase", phase(state, this.#last));
    say("match", `${state.preset}, round ${state.round}, game ${state.game}`);
    this.#scores(state);
    this.#power(state);
  }

  /** New result lines, as they stand on the board's flash. */
  add(lines) {
    for (const line of lines) {
      this.#last = JSON.parse(line);
      at("results").append(html("li", {}, result(this.#last), html("code", { tabindex: 0 }, line)));
    }
    at("no-results").hidden = true;
  }

  off(words) {
    say("phase", words);
    say("current-text", "–");
    at("current").value = 0;
  }

  #scores(state) {
    const teams = Object.keys(state.tracks).sort(); // MicroPython's dictionaries keep no order
    const told = JSON.stringify([state.tracks, state.won, state.points, state.spread]);
    if (told === this.#told) return;
    this.#told = told;
    const head = html("th", { scope: "col" }, html("span", { class: "hidden" }, "Number"));
    at("teams").replaceChildren(head, ...teams.map((team) => html("th", { scope: "col", class: `team-${team}` }, team)));
    const rows = ROWS.map(([name, number]) =>
      html("tr", {}, html("th", { scope: "row" }, name), ...teams.map((team) => html("td", {}, String(number(state, team))))),
    );
    at("scores").tBodies[0].replaceChildren(...rows);
  }

  #power(state) {
    const { clock, ma, budget_ma: budget } = state;
    const seconds = Math.floor(clock / 1000);
    say("clock", `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`);
    say("current-text", `${ma} of ${budget} mA`);
    Object.assign(at("current"), { max: budget, value: ma });
  }
}
