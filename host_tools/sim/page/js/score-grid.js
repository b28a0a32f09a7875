// A score by one tap: a grid of all that cribbage can score, over the plate, and the holes of the plate themselves.

import { t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { BACK, firstKeyOf, keysCounting, OK } from "./key-input.js";
import { teamName } from "./team-names.js";

const MAY_COUNT = ["idle", "pending"]; // what is asked while any side may count
const GOES_ON = ["warned", "claim"]; // while only the side that counts may

export class ScoreGrid {
  /** `state()` is the board's; `press(keys)` taps keys of the board, one after the other.
   * @param {{ state: () => BoardState | null, press: (keys: number[]) => void }} page */
  constructor({ state, press }) {
    this.state = state;
    this.press = press;
    byId("grid").onclick = (event) => event.target === byId("grid") && byId("grid").close();
    byId("grid-cancel").onclick = () => byId("grid").close();
  }

  /** Shows what a team may score now, if it may; what it has counted waits for that, and is pegged with it.
   * @param {string} team */
  open(team) {
    const state = this.state();
    if (!state || !this.#mayCount(state, team)) return;
    const { highest, warned_counts: never } = state.facts;
    const { front, pending: waiting } = state.tracks[team];
    const left = state.facts.target - front;
    const least = state.facts.follows_deals && !waiting ? 0 : waiting + 1;
    const sums = Array.from({ length: highest + 1 }, (_, sum) => sum).filter(
      (sum) => sum >= least && !never.includes(sum),
    );
    byId("grid-title").textContent = t(waiting ? "grid.add" : "grid.open", { team: teamName(team), count: waiting });
    byId("grid-title").className = `team-${team}`;
    byId("grid-numbers").replaceChildren(
      ...sums.map((sum) => {
        const words = waiting ? `+${sum - waiting}` : String(sum);
        const button = html("button", { type: "button", class: sum >= left ? "ends" : null }, words);
        if (waiting) button.append(html("small", {}, `= ${sum}`));
        button.onclick = () => {
          byId("grid").close();
          this.press([...this.#presses(team, sum), OK]);
        };
        return button;
      }),
    );
    byId("grid-ends").hidden = sums.every((sum) => sum < left);
    byId("grid").showModal();
  }

  /** Counts as many holes for a team as its front peg is from a hole that was tapped; a second tap on it pegs them.
   * @param {{ team: string, hole: number }} tapped */
  tapHole({ team, hole }) {
    const state = this.state();
    if (!state || !this.#mayCount(state, team)) return;
    const { front, pending } = state.tracks[team];
    const count = hole - front;
    if (count < 1 || count > state.facts.highest || state.facts.warned_counts.includes(count)) return;
    this.press(pending === count ? [OK] : this.#presses(team, count));
  }

  /** @param {BoardState} state
   * @param {string} team */
  #mayCount({ tracks, facts }, team) {
    if (!(team in tracks)) return false;
    return MAY_COUNT.includes(facts.asked) || (GOES_ON.includes(facts.asked) && facts.team === team);
  }

  /** Returns the keys that have a team count so many holes and no others; of no holes, a press that is taken back.
   * @param {string} team
   * @param {number} count */
  #presses(team, count) {
    const state = /** @type {BoardState} */ (this.state());
    const own = state.facts.team === team ? state.facts.presses : 0;
    if (!count && !own) return [firstKeyOf(team), firstKeyOf(team) + BACK];
    return [...Array(own).fill(firstKeyOf(team) + BACK), ...keysCounting(team, count)];
  }
}
