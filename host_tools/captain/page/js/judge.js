// View that sends a judge's decision, with its reason, to a board.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, boardLabel, onSend, setOptions, setText } from "./page.js";
import { pinFields } from "./pin_fields.js";

/** @typedef {"team" | "to" | "holes" | "true"} Field */

/**
 * The fields that each decision needs.
 * @type {Record<string, string[]>}
 */
const DECISIONS = FACTS.decisions;
const NUMBERS = /** @type {const} */ (["holes", "true"]);

export class Judge {
  #asking = ""; // uid of the board that asks two teams whether they agree to a decision sent to it, and shows it

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    byId("judge-op").onchange = () => this.#showFields();
    byId("judge-board").onchange = () => this.show();
    onSend(byId("judge"), byId("judge-answer"), () => this.#decide());
    boards.addEventListener("change", () => {
      this.show();
      this.#showOutcome();
    });
  }

  /** Shows the choices in the page's language. */
  showTexts() {
    setOptions(
      byId("judge-op"),
      Object.keys(DECISIONS).map((operation) => [operation, t(`decision.${operation}`)]),
    );
    this.#showFields();
    this.show();
  }

  show() {
    setOptions(
      byId("judge-board"),
      this.boards.answering.map((board) => [board.uid, boardLabel(board)]),
    );
    const board = this.#board();
    setText(byId("judge-state"), board?.stateText || t("captain.none"));
    const teams = Object.keys(board?.status?.tracks ?? { A: 0, B: 0 }).sort();
    for (const list of [byId("judge-team"), byId("judge-to")])
      setOptions(
        list,
        teams.map((team) => [team, team]),
      );
  }

  /** The chosen board; undefined if it does not answer. */
  #board() {
    return this.boards.answering.find(({ uid }) => uid === byId("judge-board").value);
  }

  /** Shows only the fields that the chosen decision needs. */
  #showFields() {
    const operation = byId("judge-op").value;
    const needed = DECISIONS[operation];
    for (const label of document.querySelectorAll("#judge [data-for]"))
      label.hidden = !needed.includes(label.dataset.for);
    for (const name of NUMBERS) byId(`judge-${name}`).required = needed.includes(name);
    for (const name of NUMBERS) byId(`judge-${name}`).disabled = !needed.includes(name);
    setText(byId("judge-about"), t(`captain.judge.about_${operation}`));
    setText(byId("judge-team-name"), t(needed.length ? `captain.judge.team_${operation}` : "captain.judge.team_award"));
  }

  async #decide() {
    const board = this.#board();
    const operation = byId("judge-op").value;
    if (!board) return;
    const fields = Object.fromEntries(
      DECISIONS[operation].map((name) => [name, fieldValue(/** @type {Field} */ (name))]),
    );
    try {
      const [asked] = await board.request("judge", {
        op: operation,
        reason: byId("judge-reason").value,
        ...fields,
        ...pinFields(),
      });
      await board.query();
      byId("judge-reason").value = "";
      this.#asking = asked ? board.uid : "";
      if (asked) setText(byId("judge-answer"), t("captain.judge.asks", { board: boardLabel(board) }));
      else this.#showDecided(board);
    } catch (error) {
      this.#asking = "";
      setText(byId("judge-answer"), faultOf(error).text);
    }
    this.boards.notifyChange();
  }

  /** Shows what became of the decision, once its board no longer waits for two teams to agree. */
  #showOutcome() {
    const board = this.boards.answering.find(({ uid }) => uid === this.#asking);
    if (!board?.status || board.status.asked === "waiting") return;
    this.#asking = "";
    if (board.status.asked === "agreed") this.#showDecided(board);
    else setText(byId("judge-answer"), t("captain.judge.refused", { board: boardLabel(board) }));
  }

  /** @param {import("./board.js").Board} board */
  #showDecided(board) {
    const decided = { board: boardLabel(board), state: board.stateText };
    setText(byId("judge-answer"), t("captain.judge.decided", decided));
  }
}

/** @param {Field} name */
function fieldValue(name) {
  const { value } = byId(`judge-${name}`);
  return name === "holes" || name === "true" ? Number(value) : value;
}
