// The line that asks who plays: names, one more player, and the way to a tournament's rules. It is there at the first visit
// until a peg moves, and later for a name that is tapped on its panel.

import { t } from "./catalogue.js";
import { isAtHome } from "./common-controls.js";
import { byId, html } from "./dom.js";
import { readSetting } from "./settings-storage.js";
import { givenName, NAME_LETTERS } from "./team-names.js";

const MOST = 4;

export class WhoPlays {
  #teams = "";
  #asked = readSetting("preset", "") !== "";
  #renaming = false;

  /** `rename(names)` gives teams their names; `addTeam(teams)` puts a board with so many teams on the table; `openSetup()`
   * shows the form of all rules; `onAnswer()` is called once the line has been answered, or a peg has moved.
   * @param {{ rename: (names: ByTeam<string>) => void, addTeam: (teams: number) => void, openSetup: () => void, onAnswer: () => void }} page */
  constructor({ rename, addTeam, openSetup, onAnswer }) {
    this.rename = rename;
    this.onAnswer = onAnswer;
    byId("who").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#close();
    });
    byId("who").addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    byId("who-more").onclick = () => {
      this.#save();
      addTeam(this.#teams.length + 1);
    };
    byId("who-tournament").onclick = () => {
      this.#close();
      openSetup();
    };
  }

  /** Asks at the first visit, until a peg has moved.
   * @param {BoardState} state */
  show(state) {
    const { begun } = state.facts;
    if (begun && !this.#asked) this.#answer();
    const teams = Object.keys(state.tracks).sort().join("");
    byId("who-more").hidden = begun || teams.length >= MOST;
    byId("who-tournament").hidden = begun || this.#renaming;
    this.#show(teams, this.#renaming || (!this.#asked && isAtHome(state)));
  }

  /** Shows or hides the line; its fields are there while it is.
   * @param {string} teams
   * @param {boolean} wanted */
  #show(teams, wanted) {
    const changed = teams !== this.#teams || byId("who").hidden === wanted;
    this.#teams = teams;
    byId("who").hidden = !wanted;
    if (changed) this.#makeFields();
  }

  /** Asks for names again, that of `team` first.
   * @param {string} team */
  open(team) {
    this.#renaming = true;
    this.#show(this.#teams, true);
    /** @type {HTMLInputElement | null} */
    const field = byId("who-names").querySelector(`[data-team="${team}"]`);
    field?.select();
  }

  /** Makes a field for each team's name again, labelled in the page's language. */
  translate() {
    this.#makeFields();
  }

  #makeFields() {
    const fields = [...(byId("who").hidden ? "" : this.#teams)].map((team) => {
      const field = html("input", {
        maxlength: NAME_LETTERS,
        autocomplete: "off",
        class: `team-${team}`,
        "data-team": team,
        placeholder: team,
        "aria-label": t("setup.name_of", { team }),
      });
      field.value = givenName(team);
      return field;
    });
    byId("who-names").replaceChildren(...fields);
  }

  #save() {
    const fields = [...byId("who-names").querySelectorAll("input")];
    const names = Object.fromEntries(fields.map((field) => [field.dataset.team, field.value.trim()]));
    if (fields.some((field) => givenName(field.dataset.team) !== names[field.dataset.team])) this.rename(names);
  }

  #close() {
    this.#save();
    this.#answer();
  }

  #answer() {
    this.#renaming = false;
    this.#asked = true;
    this.#show(this.#teams, false);
    this.onAnswer();
  }
}
