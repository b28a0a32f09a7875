// What builders and captains read of a board beside it: its table of scores, its results, its time and current.

import { minus, t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { resultText } from "./state-text.js";
import { teamName } from "./team-names.js";

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

let shownScores = "";

/** Removes all that is shown: another board is. */
export function resetDevice() {
  shownScores = "";
  byId("results").replaceChildren();
  byId("no-results").hidden = false;
}

/** @param {BoardState} state */
export function showDevice(state) {
  showScores(state);
  showCurrent(state);
}

/** Shows that the board is off. */
export function showDeviceOff() {
  setText("current-text", "–");
  byId("current").value = 0;
}

/** Adds result lines, as they stand on the board's flash.
 * @param {string[]} lines */
export function addResultLines(lines) {
  for (const line of lines)
    byId("results").append(
      html(
        "li",
        {},
        resultText(JSON.parse(line)),
        html("details", {}, html("summary", {}, t("results.line")), html("code", { tabindex: 0 }, line)),
      ),
    );
  byId("no-results").hidden = true;
}

/** @param {BoardState} state */
function showScores(state) {
  const teams = Object.keys(state.tracks).sort(); // MicroPython's dictionaries keep no order
  const scores = JSON.stringify([state.tracks, state.won, state.points, state.spread]);
  if (scores === shownScores) return;
  shownScores = scores;
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
function showCurrent({ clock, ma, budget_ma: budget }) {
  const seconds = Math.floor(clock / 1000);
  setText(
    "clock",
    t("time.clock", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") }),
  );
  setText("current-text", t("time.of", { ma, budget }));
  Object.assign(byId("current"), { max: budget, value: ma });
}
