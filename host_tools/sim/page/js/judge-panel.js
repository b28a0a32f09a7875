// The judge's decisions as buttons over the plate, while the board asks for one.

import { t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { BACK, firstKeyOf, keysCounting, OK } from "./key-input.js";

export class JudgePanel {
  #shown = "";

  /** `press(key)` taps a key of the board; `side`: the team whose keys this page presses.
   * @param {{ side: string, press: (key: number) => void }} page */
  constructor({ side, press }) {
    this.side = side;
    this.press = press;
  }

  /** @param {BoardState} state */
  show({ facts, refusal }) {
    const judge = facts.asked === "judge_choose" ? facts.judge : null;
    const shown = judge ? JSON.stringify([judge, refusal, document.documentElement.lang]) : "";
    if (shown === this.#shown) return;
    this.#shown = shown;
    byId("judge").hidden = !judge;
    if (judge)
      byId("judge").replaceChildren(
        ...judge.decisions.map((name, index) => this.#choice(judge, name, index + 1)),
        this.#leaveButton(judge),
      );
  }

  /** Returns the button of the decision with that number in the board's menu.
   * @param {JudgeMenu} judge
   * @param {string} name
   * @param {number} number */
  #choice({ presses, offered }, name, number) {
    const button = html(
      "button",
      { type: "button", "aria-pressed": String(name === offered) },
      `${number} – ${t(`decision.${name}`)}`,
    );
    button.onclick = () => this.#pressAll([...this.#takeBack(presses), ...keysCounting(this.side, number), OK]);
    return button;
  }

  /** @param {JudgeMenu} judge */
  #leaveButton({ presses }) {
    const button = html("button", { type: "button" }, t("judge.leave"));
    button.onclick = () => this.#pressAll(this.#takeBack(presses + 1));
    return button;
  }

  /** @param {number[]} keys */
  #pressAll(keys) {
    keys.forEach(this.press);
  }

  /** @param {number} presses */
  #takeBack(presses) {
    return Array(presses).fill(firstKeyOf(this.side) + BACK);
  }
}
