// What is said of the board's state: its sentence, and which keys can be pressed.

import { t } from "./catalogue.js";
import { setText } from "./dom.js";
import { hintText, phaseText, rulesText } from "./state-text.js";

export class StatusPanel {
  /** @type {GameLine | null} */
  #last = null; // result

  /** The last result line of a game. */
  get last() {
    return this.#last;
  }

  /** Forgets all results: another board is shown. */
  reset() {
    this.#last = null;
  }

  /** Shows a state; `own`, `rules`: in place of the board's own sentences.
   * @param {BoardState} state
   * @param {{ phase: string, hint: string } | null} [own]
   * @param {(state: BoardState) => string} [rules] */
  show(state, own, rules = rulesText) {
    setText("phase", own?.phase ?? phaseText(state, this.#last));
    setText("hint", own?.hint ?? hintText(state));
    setText("match", rules(state));
    setText("judge-menu", t(state.facts.begun ? "key.judge" : "key.setup"));
  }

  /** Adds result lines, as they stand on the board's flash.
   * @param {string[]} lines */
  addResults(lines) {
    for (const line of lines) {
      /** @type {ResultLine} */
      const result = JSON.parse(line);
      if (!result.cleared) this.#last = result;
    }
  }

  /** Shows that the board is off, with the reason.
   * @param {string} text */
  showOff(text) {
    setText("phase", text);
    setText("hint", "");
  }
}
