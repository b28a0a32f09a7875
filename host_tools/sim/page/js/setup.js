// Form for preset, muggins, teams, names and PIN; it configures the board by requests on its serial line.

import { boardMessage } from "./board-message.js";
import { t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { saveSetting } from "./settings-storage.js";
import { presetAbout, presetName } from "./state-text.js";
import { givenName, TEAM_NAME_LETTERS } from "./team-names.js";

const TEAMS = "ABCD";

/** Of the request `configure`.
 * @typedef {{ preset: string, muggins: boolean, teams: number, pin: string, new_pin?: string }} Fields */

export class Setup {
  #id = 0;
  /** @type {{ preset?: string, muggins?: boolean, teams?: number }} */
  #current = {}; // settings of the board
  /** @type {Fields | null} */
  #unsent = null; // fields to send, once the board has started

  #begun = false;

  /** `chooseBoard(teams)` starts a board with that many tracks, and returns false if it is on already; `sendLine(text)`
   * sends a request to it; `rename(names)` gives teams their names, `onSaved()` when the board has taken the form.
   * @param {{ chooseBoard: (teams: number) => boolean, sendLine: (text: string) => void, rename: (names: ByTeam<string>) => void, onSaved: () => void }} page */
  constructor({ chooseBoard, sendLine, rename, onSaved }) {
    this.chooseBoard = chooseBoard;
    this.sendLine = sendLine;
    this.rename = rename;
    this.onSaved = onSaved;
    byId("preset").onchange = () => this.#showPresetText();
    byId("team-count").onchange = () => this.makeNameFields();
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Makes a field for each team's name, labelled in the page's language. */
  makeNameFields() {
    const fields = [...TEAMS.slice(0, Number(byId("team-count").value))].map((team) => {
      const field = html("input", {
        maxlength: TEAM_NAME_LETTERS,
        autocomplete: "off",
        "data-team": team,
        placeholder: team,
      });
      field.value = givenName(team);
      return html("label", {}, html("span", {}, t("setup.name_of", { team })), " ", field);
    });
    byId("names").replaceChildren(byId("names").querySelector("legend"), ...fields);
  }

  /** Lists the presets of a board that has started, and sends it unsent fields.
   * @param {string[]} presets */
  onStart(presets) {
    const chosen = byId("preset").value;
    byId("preset").replaceChildren(...presets.map((id) => html("option", { value: id }, presetName(id))));
    byId("preset").value = this.#unsent?.preset ?? chosen;
    this.#showPresetText();
    this.#current = {};
    if (this.#unsent) this.#sendFields(this.#unsent);
  }

  /** Shows the settings in a state, if one of them has changed.
   * @param {BoardState} state */
  show({ preset, tracks, facts }) {
    byId("guarded").hidden = !facts.pin;
    this.#begun = facts.begun;
    const teams = Object.keys(tracks).length;
    const { muggins } = facts;
    if (this.#current.preset === preset && this.#current.muggins === muggins && this.#current.teams === teams) return;
    this.#current = { preset, muggins, teams };
    byId("preset").value = preset;
    byId("muggins").checked = muggins;
    byId("team-count").value = String(teams);
    this.#showPresetText();
    this.makeNameFields();
  }

  /** Handles a line from the board: shows the outcome if it is the reply to the last request.
   * @param {string} text */
  onLine(text) {
    const answer = JSON.parse(text);
    if (answer.id !== this.#id || answer.ok === undefined) return;
    if (answer.ok) byId("pin").value = byId("new-pin").value = "";
    byId("no-pin").checked &&= !answer.ok;
    setText(
      "setup-answer",
      answer.ok ? t("setup.taken") : t("setup.refused", { why: boardMessage(answer.why, answer.detail) }),
    );
    if (!answer.ok) return;
    saveSetting("preset", byId("preset").value);
    this.onSaved();
  }

  /** Saves names and sends the form. Another number of teams is another board, which the reader has to confirm in a game. */
  #submit() {
    const teams = Number(byId("team-count").value);
    if (this.#begun && teams !== this.#current.teams && !confirm(t("setup.teams_sure"))) return;
    this.#saveNames();
    this.#send(teams);
  }

  /** @param {number} teams */
  #send(teams) {
    setText("setup-answer", "");
    const fields = (this.#unsent = this.#readFields());
    if (!this.chooseBoard(teams)) this.#sendFields(fields);
  }

  #saveNames() {
    const fields = [...byId("names").querySelectorAll("input")];
    const names = Object.fromEntries(fields.map((field) => [field.dataset.team, field.value.trim()]));
    if (fields.every((field) => givenName(field.dataset.team) === names[field.dataset.team])) return;
    this.rename(names);
  }

  #showPresetText() {
    setText("preset-about", byId("preset").value && presetAbout(byId("preset").value));
  }

  #readFields() {
    /** @type {Fields} */
    const fields = {
      preset: byId("preset").value,
      muggins: byId("muggins").checked,
      teams: Number(byId("team-count").value),
      pin: byId("pin").value,
    };
    if (byId("new-pin").value || byId("no-pin").checked)
      fields.new_pin = byId("no-pin").checked ? "" : byId("new-pin").value;
    return fields;
  }

  /** Sends fields; not unchanged preset and teams, which would end a game, nor unchanged muggins, which a game refuses.
   * @param {Fields} fields */
  #sendFields({ preset, muggins, teams, ...others }) {
    const unchanged = preset === this.#current.preset && teams === this.#current.teams;
    this.sendLine(
      JSON.stringify({
        id: ++this.#id,
        do: "configure",
        ...(unchanged ? {} : { preset, teams }),
        ...(muggins === this.#current.muggins ? {} : { muggins }),
        ...others,
      }),
    );
    this.#unsent = null;
  }
}
