// Panel at the end of a game: who won and how, the game as a graph, and what can be done next.

import { counted, minus, t } from "./catalogue.js";
import { html } from "./elements.js";
import { figures, graph } from "./graph.js";
import { verdict } from "./state-text.js";
import { label } from "./team-names.js";

const at = (id) => document.getElementById(id);

export class GameOverPanel {
  #shown = ""; // the game whose end has been shown, or put away
  #game = null;
  #state = null;
  #last = null;

  /** `next` presses OK, or is null; `wrong(team)` returns what presses that team's BACK, if this page may;
   * `share(game, verdict)` offers the game to others. */
  constructor({ next, wrong, share }) {
    Object.assign(this, { wrong });
    at("ending-next").onclick = next;
    at("ending-next").hidden = !next;
    at("ending-share").onclick = () => share(this.#game, verdict(this.#last));
    at("ending-close").onclick = () => this.close();
    at("ending-open").onclick = () => this.#open();
    new ResizeObserver(() => this.#draw()).observe(at("ending-graph"));
  }

  /** The state of the board; `game` is what move-recorder.js knows of it, `last` the last result. */
  hear(state, game, last) {
    const over = state.phase === "game-over" || state.phase === "match-over";
    at("ending-open").hidden = !over;
    if (!over && state.phase !== "status") return this.#gone();
    // The result line is on flash a moment after the game is over.
    if (!over || !last || last.game === undefined || state.friendly) return;
    const key = `${last.n}${state.phase}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#state = state;
    this.#game = game;
    this.#last = last;
    this.#open();
  }

  /** Out of sight: keys and plate are there again. */
  close() {
    at("ending").hidden = true;
  }

  #gone() {
    if (!this.#shown) return;
    this.#shown = "";
    this.close();
  }

  #open() {
    const { winner } = this.#last;
    at("ending").className = `ending team-${winner ?? ""}`;
    at("ending-title").textContent = verdict(this.#last);
    at("ending-score").textContent = this.#score();
    at("ending-facts").replaceChildren(...this.#facts());
    at("ending-next").textContent = t(this.#state.phase === "match-over" ? "ending.next_round" : "ending.next");
    this.#wayBack(this.#state.facts.returns);
    at("ending").hidden = false;
    this.#draw();
  }

  #wayBack(team) {
    const back = team && this.wrong(team);
    at("ending-undo").hidden = !back;
    at("ending-undo").onclick = () => {
      this.close();
      back();
    };
  }

  #score() {
    const { scores, points, winner } = this.#last;
    const told = Object.keys(scores).sort().map((team) => `${label(team)} ${scores[team]}`).join(" – ");
    return winner ? `${told} · ${counted("result.points", points[winner])}` : told;
  }

  #facts() {
    const { pegs, leads } = figures(this.#game);
    const teams = [...this.#game.teams];
    const row = (name, words) => [html("dt", {}, t(`ending.${name}`)), html("dd", {}, words)];
    const each = (told) => teams.map((team, number) => `${label(team)} ${told(pegs[number])}`).join(", ");
    const one = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
    return [...row("best", each(({ best }) => best)), ...row("average", each(({ average }) => one.format(average))), ...row("leads", minus(leads))];
  }

  #draw() {
    if (at("ending").hidden || !this.#game) return;
    const { clientWidth: width, clientHeight: height } = at("ending-graph");
    if (width < 80 || height < 60) return at("ending-graph").replaceChildren();
    at("ending-graph").replaceChildren(graph(this.#game, { width, height, ink: getComputedStyle(at("ending")).color }));
  }
}
