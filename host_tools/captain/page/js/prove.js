// View that measures a board rung by rung, as `cribboard prove` does, and gives a file of what came of it.

import { download } from "../../js/download.js";
import { awake } from "../../js/wake-lock.js";
import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { faultOf, messageText } from "./fault.js";
import { appendLog, byId, html, setOptions, setText } from "./page.js";

const PARTS = ["needs", "free", "proves", "writes"];
const NOTHING = "proof_no_"; // how codes begin of rungs for which a board has nothing: no fault

export class Prove {
  #running = false;

  /** @param {import("./boards.js").Boards} boards
   * @param {import("./bring_up.js").BringUp} bringUp */
  constructor(boards, bringUp) {
    this.boards = boards;
    this.bringUp = bringUp;
    byId("prove-rung").onchange = () => this.#showAbout();
    byId("prove").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#prove();
    };
    addEventListener("beforeunload", (leaving) => this.#running && leaving.preventDefault());
  }

  showTexts() {
    setOptions(
      byId("prove-rung"),
      FACTS.rungs.map((/** @type {string} */ rung) => [rung, t(`captain.prove.rung.${rung}`)]),
    );
    this.#showAbout();
  }

  #showAbout() {
    const rung = byId("prove-rung").value;
    byId("prove-about").replaceChildren(...PARTS.map((part) => html("li", {}, t(`captain.prove.${part}.${rung}`))));
  }

  async #prove() {
    byId("prove-answers").replaceChildren();
    const board = this.boards.answering.find(({ uid }) => uid === byId("bring-board").value);
    if (!board) return appendLog(byId("prove-answers"), "", t("captain.none"), true);
    if (this.#running) return;
    this.#running = true;
    awake(true);
    board.busy = t("captain.prove.started");
    setText(byId("prove-state"), board.busy);
    this.boards.notifyChange();
    try {
      const made = await board.prove(byId("prove-rung").value, byId("prove-in-use").checked, {
        tell: (done, of) => setText(byId("prove-state"), t("captain.prove.progress", { done, of })),
        say: (message) => setText(byId("prove-state"), messageText(message)),
        ask: (message, lines = []) => ask(messageText(message), lines.map(messageText)),
        bring_up: () => this.bringUp.known(),
      });
      const file = `proof-${made.proof.board}.json`;
      download(file, new Blob([JSON.stringify(made.proof, null, 1), "\n"], { type: "application/json" }));
      setText(byId("prove-state"), t("captain.prove.over"));
      const texts = made.verdicts.length ? made.verdicts.map(messageText) : [t("captain.prove.as_assumed")];
      for (const text of texts) appendLog(byId("prove-answers"), "", text);
    } catch (error) {
      setText(byId("prove-state"), "");
      const fault = faultOf(error);
      appendLog(byId("prove-answers"), "", fault.text, !fault.code.startsWith(NOTHING));
    } finally {
      this.#running = false;
      awake(false);
      board.busy = "";
      this.boards.notifyChange();
    }
  }
}

/** Asks a question below the lines that it is about, and resolves to whether it is answered by yes.
 * @param {string} question
 * @param {string[]} lines
 * @returns {Promise<boolean>} */
function ask(question, lines) {
  byId("prove-lines").replaceChildren(...lines.map((line) => html("li", {}, line)));
  setText(byId("prove-state"), question);
  return new Promise((answer) => {
    const buttons = [true, false].map((yes) => {
      const button = html("button", { type: "button" }, t(yes ? "captain.yes" : "captain.no"));
      button.onclick = () => {
        byId("prove-questions").replaceChildren();
        byId("prove-lines").replaceChildren();
        answer(yes);
      };
      return button;
    });
    byId("prove-questions").replaceChildren(...buttons);
  });
}
