// The dialog that puts scores right at home: the front pegs are set to the numbers that are typed.

import { t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { teamName } from "./team-names.js";

export class CorrectScore {
  /** `state()` is the board's; `decide(decision)` sends the board a judge's decision.
   * @param {{ state: () => BoardState | null, decide: (decision: { op: string, team: string, holes: number }) => void }} page */
  constructor({ state, decide }) {
    this.state = state;
    this.decide = decide;
    byId("correct-open").onclick = () => this.open();
    byId("correct-cancel").onclick = () => byId("correct").close();
    byId("correct-form").onsubmit = (event) => {
      event.preventDefault();
      this.#save();
    };
  }

  open() {
    const state = this.state();
    if (!state) return;
    const isOn = state.facts.begun && !["game-over", "match-over"].includes(state.phase);
    const mayCorrect = isOn && state.phase === "idle";
    setText("correct-about", t(`correct.${mayCorrect ? "about" : isOn ? "asked" : "no_game"}`));
    byId("correct-save").hidden = !mayCorrect;
    const fields = Object.keys(state.tracks)
      .sort()
      .map((team) => {
        const most = state.facts.target - 1; // a game is won by a move
        const field = html("input", { type: "number", inputmode: "numeric", min: 0, max: most, required: "" });
        field.dataset.team = team;
        field.value = String(state.tracks[team].front);
        return html("label", { class: `team-${team}` }, html("span", {}, teamName(team)), field);
      });
    byId("correct-scores").replaceChildren(...(mayCorrect ? fields : []));
    byId("correct").showModal();
  }

  /** Moves each front peg that is not where it is to be. */
  #save() {
    const state = this.state();
    if (!state) return;
    for (const { dataset, valueAsNumber } of byId("correct-scores").querySelectorAll("input")) {
      const team = String(dataset.team);
      const holes = valueAsNumber - state.tracks[team].front;
      if (holes) this.decide({ op: holes > 0 ? "award" : "retract", team, holes: Math.abs(holes) });
    }
    byId("correct").close();
  }
}
