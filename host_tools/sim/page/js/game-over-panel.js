// Panel at the end of a game, after its scene on the plate: who won and how, the game as a graph, and what can be done next.
// In the next game it can be opened again.

import { counted, minus, t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { drawGraph, gameFigures } from "./graph.js";
import { gamesWon, matchText, verdictText } from "./state-text.js";
import { teamName } from "./team-names.js";

export class GameOverPanel {
  #shown = ""; // key of the game whose end was last shown
  #playing = false; // whether a game was seen before its end: then its end has a scene
  #again = false; // whether the next game was asked for
  /** @type {{ state: BoardState, game: Game, lastResult: GameLine } | null} */
  #ended = null; // what was last shown
  #aside = false; // whether the judge's menu has hidden the panel
  #over = false; // whether that game has ended and no other has begun

  /** `scene` plays the game's end on the plate; `next()` presses OK; null if this page may not. `undoFor(team)` returns a function that presses that team's BACK, or
   * null if this page may not.
   * @param {{ scene: import("./win-scene.js").WinScene, next: (() => void) | null, undoFor: (team: string) => (() => void) | null }} page */
  constructor({ scene, next, undoFor }) {
    this.scene = scene;
    this.next = next;
    this.undoFor = undoFor;
    byId("ending-next").onclick = () => this.#playAgain();
    byId("ending-save").onclick = () => this.#keep(async () => (await import("./save-game.js")).saveGame);
    byId("ending-share").onclick = () => this.#keep(async () => (await import("./share-game.js")).shareGame);
    byId("ending-close").onclick = () => this.close();
    byId("ending-open").onclick = () => this.#open();
    new ResizeObserver(() => this.#draw()).observe(byId("ending-graph"));
  }

  /** Shows the panel when a game has ended.
   * @param {BoardState} state
   * @param {Game | null} game
   * @param {GameLine | null} lastResult */
  update(state, game, lastResult) {
    const over = state.phase === "game-over" || state.phase === "match-over";
    if (state.phase === "judge" || state.facts.asking) return this.#makeWay();
    if (!over && state.phase !== "status") return this.#reset();
    // The result line is on flash a moment after the game is over.
    if (!over || !game || !lastResult || state.friendly) return;
    const key = `${lastResult.n}${state.phase}`;
    if (key === this.#shown) return this.#comeBack();
    const live = this.#shown !== "";
    this.#shown = key;
    this.#ended = { state, game, lastResult };
    this.#over = true;
    byId("ending-open").hidden = false;
    if (state.phase === "match-over") return this.#endMatch(state, live);
    if (!this.#playing) return this.#open();
    this.#playing = false;
    return this.scene.play({ team: lastResult.winner ?? "", level: lastResult.level }, () => this.#open());
  }

  /** Hides the panel; keys and plate are visible again. */
  close() {
    this.scene.end();
    byId("ending").hidden = true;
  }

  /** Saves or shares the game, by what `load` returns: a module is loaded when it is first asked for.
   * @param {() => Promise<(game: Game, line: GameLine) => void>} load */
  async #keep(load) {
    const ended = this.#ended;
    if (ended) (await load())(ended.game, ended.lastResult);
  }

  /** A match of several games has a panel of its own at its end, and a scene if its last game was seen to end (`live`);
   * one game was shown already.
   * @param {BoardState} state
   * @param {boolean} live */
  #endMatch({ facts, winner }, live) {
    this.close();
    if (facts.games > 1)
      return live ? this.scene.play({ team: winner ?? "", level: 0 }, () => this.#open()) : this.#open();
    if (this.#again) this.#playAgain();
  }

  /** Leaves the plate to the judge's menu. */
  #makeWay() {
    this.#aside ||= !byId("ending").hidden;
    this.close();
  }

  /** Shows the panel again after the judge's menu. */
  #comeBack() {
    if (this.#aside) this.#open();
    this.#aside = false;
  }

  /** Begins the next game, or the next match after one of a single game, by one press. */
  #playAgain() {
    this.#again = this.#ended?.state.phase === "game-over";
    this.next?.();
  }

  /** Closes the panel: the game is no longer over. */
  #reset() {
    this.#playing = true;
    this.#again = this.#over = this.#aside = false;
    if (!this.#shown) return;
    this.#shown = "";
    this.close();
  }

  #open() {
    if (!this.#ended) return;
    this.scene.end();
    const { state, game, lastResult } = this.#ended;
    byId("ending").className = `ending team-${lastResult.winner ?? ""}`;
    byId("ending-title").textContent = titleText(state, lastResult);
    byId("ending-score").textContent = endsMatch(state) ? gamesText(state) : lineScoreText(lastResult);
    byId("ending-facts").replaceChildren(...factElements(game));
    byId("ending-code").hidden = state.facts.at_home || !this.next;
    byId("ending-next").hidden = !this.next || !this.#over;
    byId("ending-next").textContent = t(nextKey(state));
    this.#offerUndo(this.#over ? state.facts.returns : "");
    byId("ending").hidden = false;
    this.#draw();
  }

  /** Shows the button that takes a win back, if this page has the keys of `team` ("": nobody may).
   * @param {string} team */
  #offerUndo(team) {
    const back = team ? this.undoFor(team) : null;
    byId("ending-undo").hidden = !back;
    byId("ending-undo").onclick =
      back &&
      (() => {
        this.close();
        back();
      });
  }

  #draw() {
    if (byId("ending").hidden || !this.#ended) return;
    const { clientWidth: width, clientHeight: height } = byId("ending-graph");
    if (width < 80 || height < 60) return byId("ending-graph").replaceChildren();
    byId("ending-graph").replaceChildren(
      drawGraph(this.#ended.game, { width, height, ink: getComputedStyle(byId("ending")).color }),
    );
  }
}

/** Returns whether a match of several games is over.
 * @param {BoardState} state */
const endsMatch = ({ phase, facts }) => phase === "match-over" && facts.games > 1;

/** Returns who has won: the match of several games that is over, or else the game.
 * @param {BoardState} state
 * @param {GameLine} lastResult */
function titleText(state, lastResult) {
  return endsMatch(state) ? matchText(state) : verdictText(lastResult);
}

/** Returns the message of the button that goes on: in a match of several games, in an event, or else.
 * @param {BoardState} state */
function nextKey({ phase, facts }) {
  if (phase === "game-over" && facts.games > 1) return facts.decided ? "ending.match" : "ending.next";
  return facts.in_event ? "ending.next_round" : "ending.again";
}

/** @param {BoardState} state */
function gamesText(state) {
  const games = gamesWon(state);
  return t("speech.games", {
    won: Object.keys(games)
      .sort()
      .map((team) => `${teamName(team)} ${games[team]}`)
      .join(" – "),
  });
}

/** @param {GameLine} line */
function lineScoreText({ scores, points, winner }) {
  const text = Object.keys(scores)
    .sort()
    .map((team) => `${teamName(team)} ${scores[team]}`)
    .join(" – ");
  return [text, winner ? counted("result.points", points[winner]) : ""].filter(Boolean).join(" · ");
}

/** Returns terms and descriptions of a game's figures.
 * @param {Game} game */
function factElements(game) {
  const { pegs, leads } = gameFigures(game);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [
    html("dt", {}, t(`ending.${name}`)),
    html("dd", {}, value),
  ];
  const each = (/** @type {string[]} */ figures) =>
    [...game.teams].map((team, number) => `${teamName(team)} ${figures[number]}`).join(", ");
  const oneDecimal = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  const best = pegs.map((figures) => String(figures.best));
  const average = pegs.map((figures) => oneDecimal.format(figures.average));
  return [...row("best", each(best)), ...row("average", each(average)), ...row("leads", minus(leads))];
}
