// Status panel: phase, scores, results and current of the board's state, as text.

import { minus, t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { teamName } from "./team-names.js";
import { hintText, phaseText, presetName, resultText } from "./state-text.js";

/** @type {[string, (state: BoardState, team: string) => string | number][]} */
const ROWS = [
  ["front", (state, team) => state.tracks[team].front],
  ["back", (state, team) => state.tracks[team].back],
  ["counting", (state, team) => state.tracks[team].pending || "–"],
  ["won", (state, team) => state.won[team]],
  ["points", (state, team) => minus(state.points[team])],
  ["spread", (state, team) => withSign(state.spread[team])],
];

/** @param {number} number */
const withSign = (number) => (number > 0 ? `+${number}` : minus(number));

export class StatusPanel {
  /** @type {GameLine | null} */
  #last = null; // result
  #shownScores = "";

  /** The last result line of a game. */
  get last() {
    return this.#last;
  }

  /** Removes all results: another board is shown. */
  reset() {
    this.#last = null;
    this.#shownScores = "";
    byId("results").replaceChildren();
    byId("no-results").hidden = false;
  }

  /** @param {BoardState} state */
  show(state) {
    setText("phase", phaseText(state, this.#last));
    const match = t(state.friendly ? "scores.friendly" : "scores.match", {
      ...state,
      preset: presetName(state.preset),
    });
    setText("match", match + (state.facts.muggins ? t("scores.muggins") : ""));
    setText("hint", hintText(state));
    setText("judge-menu", t(state.facts.begun ? "key.judge" : "key.setup"));
    this.#showScores(state);
    this.#showPower(state);
  }

  /** Adds result lines, as they stand on the board's flash.
   * @param {string[]} lines */
  addResults(lines) {
    for (const line of lines) {
      /** @type {ResultLine} */
      const result = JSON.parse(line);
      if (!result.cleared) this.#last = result;
      byId("results").append(
        html(
          "li",
          {},
          resultText(result),
          html("details", {}, html("summary", {}, t("results.line")), html("code", { tabindex: 0 }, line)),
        ),
      );
    }
    byId("no-results").hidden = true;
  }

  /** Shows that the board is off, with the reason.
   * @param {string} text */
  showOff(text) {
    setText("phase", text);
    setText("hint", "");
    setText("current-text", "–");
    byId("current").value = 0;
  }

  /** @param {BoardState} state */
  #showScores(state) {
    const teams = Object.keys(state.tracks).sort(); // MicroPython's dictionaries keep no order
    const scores = JSON.stringify([state.tracks, state.won, state.points, state.spread]);
    if (scores === this.#shownScores) return;
    this.#shownScores = scores;
    const head = html("th", { scope: "col" }, html("span", { class: "hidden" }, t("scores.number")));
    byId("teams").replaceChildren(
      head,
      ...teams.map((team) => html("th", { scope: "col", class: `team-${team}` }, teamName(team))),
    );
    const rows = ROWS.map(([name, number]) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, t(`scores.${name}`)),
        ...teams.map((team) => html("td", {}, String(number(state, team)))),
      ),
    );
    byId("scores").tBodies[0].replaceChildren(...rows);
  }

  /** @param {BoardState} state */
  #showPower(state) {
    const { clock, ma, budget_ma: budget } = state;
    const seconds = Math.floor(clock / 1000);
    setText(
      "clock",
      t("time.clock", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") }),
    );
    setText("current-text", t("time.of", { ma, budget }));
    Object.assign(byId("current"), { max: budget, value: ma });
  }
}
