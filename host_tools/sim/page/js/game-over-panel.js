// Panel at the end of a game: who won and how, the game as a graph, and what can be done next.

import { counted, minus, t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { drawGraph, gameFigures } from "./graph.js";
import { verdictText } from "./state-text.js";
import { teamName } from "./team-names.js";

export class GameOverPanel {
  #shown = ""; // key of the game whose end was last shown
  #game = null;
  #state = null;
  #lastResult = null;

  /** `next()` presses OK; null if this page may not. `undoFor(team)` returns a function that presses that team's BACK, or
   * false if this page may not. `share(game, verdict)` offers the game to others. */
  constructor({ next, undoFor, share }) {
    this.undoFor = undoFor;
    byId("ending-next").onclick = next;
    byId("ending-next").hidden = !next;
    byId("ending-share").onclick = () => share(this.#game, verdictText(this.#lastResult));
    byId("ending-close").onclick = () => this.close();
    byId("ending-open").onclick = () => this.#open();
    new ResizeObserver(() => this.#draw()).observe(byId("ending-graph"));
  }

  /** Shows the panel when a game has ended. `state`: of the board; `game`: of move-recorder.js; `lastResult`: decoded. */
  update(state, game, lastResult) {
    const over = state.phase === "game-over" || state.phase === "match-over";
    byId("ending-open").hidden = !over;
    if (!over && state.phase !== "status") return this.#reset();
    // The result line is on flash a moment after the game is over.
    if (!over || !lastResult || lastResult.game === undefined || state.friendly) return;
    const key = `${lastResult.n}${state.phase}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#state = state;
    this.#game = game;
    this.#lastResult = lastResult;
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
    const { winner } = this.#lastResult;
    byId("ending").className = `ending team-${winner ?? ""}`;
    byId("ending-title").textContent = verdictText(this.#lastResult);
    byId("ending-score").textContent = this.#score();
    byId("ending-facts").replaceChildren(...this.#facts());
    byId("ending-next").textContent = t(this.#state.phase === "match-over" ? "ending.next_round" : "ending.next");
    this.#offerUndo(this.#state.facts.returns);
    byId("ending").hidden = false;
    this.#draw();
  }

  /** Shows the button that takes a win back, if this page has the keys of `team` ("": nobody may). */
  #offerUndo(team) {
    const back = team && this.undoFor(team);
    byId("ending-undo").hidden = !back;
    byId("ending-undo").onclick = () => {
      this.close();
      back();
    };
  }

  #score() {
    const { scores, points, winner } = this.#lastResult;
    const text = Object.keys(scores).sort().map((team) => `${teamName(team)} ${scores[team]}`).join(" – ");
    return winner ? `${text} · ${counted("result.points", points[winner])}` : text;
  }

  #facts() {
    const { pegs, leads } = gameFigures(this.#game);
    const teams = [...this.#game.teams];
    const row = (name, value) => [html("dt", {}, t(`ending.${name}`)), html("dd", {}, value)];
    const each = (figure) => teams.map((team, number) => `${teamName(team)} ${figure(pegs[number])}`).join(", ");
    const oneDecimal = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
    return [...row("best", each(({ best }) => best)), ...row("average", each(({ average }) => oneDecimal.format(average))), ...row("leads", minus(leads))];
  }

  #draw() {
    if (byId("ending").hidden || !this.#game) return;
    const { clientWidth: width, clientHeight: height } = byId("ending-graph");
    if (width < 80 || height < 60) return byId("ending-graph").replaceChildren();
    byId("ending-graph").replaceChildren(drawGraph(this.#game, { width, height, ink: getComputedStyle(byId("ending")).color }));
  }
}
