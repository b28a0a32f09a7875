// A judge's decision, over the board's own line: at once, with its reason.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { at, called, offer, say } from "./page.js";
import { proof } from "./pin_fields.js";
import { play } from "./status_text.js";

const FIELDS = { award: ["team", "n"], retract: ["team", "n"], "false-claim": ["team", "true"], forfeit: ["team"], overpeg: ["team", "to", "n"] };
const NUMBERS = ["n", "true"];

export class Judge {
  constructor(boards) {
    this.boards = boards;
    at("judge-op").onchange = () => this.#ask();
    at("judge-board").onchange = () => this.show();
    at("judge").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#decide();
    };
    boards.addEventListener("change", () => this.show());
  }

  /** The choices, in the language of the page. */
  speak() {
    offer(at("judge-op"), FACTS.operations.map((operation) => [operation, t(`decision.${operation}`)]));
    this.#ask();
    this.show();
  }

  show() {
    offer(at("judge-board"), this.boards.speaking.map((board) => [board.uid, called(board)]));
    const board = this.#board();
    say(at("judge-state"), board ? play(board.status) : t("captain.none"));
    const teams = Object.keys(board?.status.tracks ?? { A: 0, B: 0 }).sort();
    for (const id of ["judge-team", "judge-to"]) offer(at(id), teams.map((team) => [team, team]));
  }

  #board() {
    return this.boards.speaking.find(({ uid }) => uid === at("judge-board").value);
  }

  /** Only what the decision needs is asked. */
  #ask() {
    const operation = at("judge-op").value;
    const needed = FIELDS[operation] ?? [];
    for (const label of document.querySelectorAll("#judge [data-for]")) label.hidden = !needed.includes(label.dataset.for);
    for (const name of NUMBERS) at(`judge-${name}`).required = needed.includes(name);
    for (const name of NUMBERS) at(`judge-${name}`).disabled = !needed.includes(name);
    say(at("judge-about"), t(`captain.judge.about_${operation}`));
    say(at("judge-team-name"), t(needed.length ? `captain.judge.team_${operation}` : "captain.judge.team_award"));
  }

  async #decide() {
    const board = this.#board();
    const operation = at("judge-op").value;
    if (!board) return;
    const fields = Object.fromEntries((FIELDS[operation] ?? []).map((name) => [name, value(name)]));
    try {
      await board.ask("judge", { op: operation, reason: at("judge-reason").value, ...fields, ...proof() });
      await board.look();
      say(at("judge-answer"), t("captain.judge.decided", { board: called(board), state: play(board.status) }));
      at("judge-reason").value = "";
    } catch (error) {
      say(at("judge-answer"), faultOf(error).words);
    }
    this.boards.changed();
  }
}

const value = (name) => (NUMBERS.includes(name) ? Number(at(`judge-${name}`).value) : at(`judge-${name}`).value);
