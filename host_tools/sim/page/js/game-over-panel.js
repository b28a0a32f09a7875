// Panel at the end of a game: who won and how, the game as a graph, and what can be done next.

import { counted, minus, t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { drawGraph, gameFigures } from "./graph.js";
import { verdictText } from "./state-text.js";
import { teamName } from "./team-names.js";

export class GameOverPanel {
  #shown = ""; // key of the game whose end was last shown
  /** @type {{ state: BoardState, game: Game, lastResult: GameLine } | null} */
  #ended = null; // what was last shown

  /** `next()` presses OK; null if this page may not. `undoFor(team)` returns a function that presses that team's BACK, or
   * null if this page may not. `share(game, verdict)` offers the game to others.
   * @param {{ next: (() => void) | null, undoFor: (team: string) => (() => void) | null, share: (game: Game, verdict: string) => void }} page */
  constructor({ next, undoFor, share }) {
    this.undoFor = undoFor;
    byId("ending-next").onclick = next;
    byId("ending-next").hidden = !next;
    byId("ending-share").onclick = () => this.#ended && share(this.#ended.game, verdictText(this.#ended.lastResult));
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
    byId("ending-open").hidden = !over;
    if (!over && state.phase !== "status") return this.#reset();
    // The result line is on flash a moment after the game is over.
    if (!over || !game || !lastResult || state.friendly) return;
    const key = `${lastResult.n}${state.phase}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#ended = { state, game, lastResult };
    this.#open();
  }

  /** Hides the panel; keys and plate are visible again. */
  close() {
    byId("ending").hidden = true;
  }

  /** Closes the panel: the game is no longer over. */
  #reset() {
    if (!this.#shown) return;
    this.#shown = "";
    this.close();
  }

  #open() {
    if (!this.#ended) return;
    const { state, game, lastResult } = this.#ended;
    byId("ending").className = `ending team-${lastResult.winner ?? ""}`;
    byId("ending-title").textContent = verdictText(lastResult);
    byId("ending-score").textContent = scoreText(lastResult);
    byId("ending-facts").replaceChildren(...factElements(game));
    byId("ending-next").textContent = t(state.phase === "match-over" ? "ending.next_round" : "ending.next");
    this.#offerUndo(state.facts.returns);
    byId("ending").hidden = false;
    this.#draw();
  }

  /** Shows the button that takes a win back, if this page has the keys of `team` ("": nobody may).
   * @param {string} team */
  #offerUndo(team) {
    const back = team ? this.undoFor(team) : null;
    byId("ending-undo").hidden = !back;
    byId("ending-undo").onclick = back && (() => {
      this.close();
      back();
    });
  }

  #draw() {
    if (byId("ending").hidden || !this.#ended) return;
    const { clientWidth: width, clientHeight: height } = byId("ending-graph");
    if (width < 80 || height < 60) return byId("ending-graph").replaceChildren();
    byId("ending-graph").replaceChildren(drawGraph(this.#ended.game, { width, height, ink: getComputedStyle(byId("ending")).color }));
  }
}

/** @param {GameLine} line */
function scoreText({ scores, points, winner }) {
  const text = Object.keys(scores).sort().map((team) => `${teamName(team)} ${scores[team]}`).join(" – ");
  return winner ? `${text} · ${counted("result.points", points[winner])}` : text;
}

/** Returns terms and descriptions of a game's figures.
 * @param {Game} game */
function factElements(game) {
  const { pegs, leads } = gameFigures(game);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [html("dt", {}, t(`ending.${name}`)), html("dd", {}, value)];
  const each = (/** @type {string[]} */ figures) => [...game.teams].map((team, number) => `${teamName(team)} ${figures[number]}`).join(", ");
  const oneDecimal = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  const best = pegs.map((figures) => String(figures.best));
  const average = pegs.map((figures) => oneDecimal.format(figures.average));
  return [...row("best", each(best)), ...row("average", each(average)), ...row("leads", minus(leads))];
}
