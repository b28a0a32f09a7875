// Preset, teams and PIN, sent over the board's own link as a captain's desk would.

import { t } from "./catalogue.js";
import { html, say } from "./elements.js";
import { presetAbout, presetName } from "./state-text.js";
import { call, named } from "./team-names.js";

const at = (id) => document.getElementById(id);

const TEAMS = "ABCD";
const REFUSED = { busy: "setup.busy", pin: "setup.wrong_pin", locked: "setup.locked" };

export class Setup {
  #id = 0;
  #set = {}; // what the board says it is set to
  #wanted = null; // fields for a board that is still starting

  #begun = false;

  /** `choose(teams)` puts a board with that many tracks on the table; `send(text)` is its serial line; `renamed()` is
   * called when players have given names. */
  constructor({ choose, send, renamed }) {
    Object.assign(this, { choose, send, renamed });
    at("preset").onchange = () => this.#explain();
    at("team-count").onchange = () => this.speak();
    at("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** The fields for names, in the language of the page. */
  speak() {
    const fields = [...TEAMS.slice(0, Number(at("team-count").value))].map((team) => {
      const field = html("input", { maxlength: 12, autocomplete: "off", "data-team": team, placeholder: team });
      field.value = named(team);
      return html("label", {}, html("span", {}, t("setup.name_of", { team })), " ", field);
    });
    at("names").replaceChildren(at("names").querySelector("legend"), ...fields);
  }

  /** A board is on: the presets it offers. */
  on(presets) {
    const chosen = at("preset").value;
    at("preset").replaceChildren(...presets.map((id) => html("option", { value: id }, presetName(id))));
    at("preset").value = this.#wanted?.preset ?? chosen;
    this.#explain();
    this.#set = {};
    if (this.#wanted) this.#post();
  }

  /** What the board is set to; the form follows when that changes. */
  show({ preset, tracks, facts }) {
    at("guarded").hidden = !facts.pin;
    this.#begun = facts.begun;
    const teams = Object.keys(tracks).length;
    if (this.#set.preset === preset && this.#set.teams === teams) return;
    this.#set = { preset, teams };
    at("preset").value = preset;
    at("team-count").value = teams;
    this.#explain();
    this.speak();
  }

  /** A line the board has sent. */
  heard(text) {
    const answer = JSON.parse(text);
    if (answer.id !== this.#id || answer.ok === undefined) return;
    if (answer.ok) for (const id of ["pin", "new-pin"]) at(id).value = "";
    at("no-pin").checked &&= !answer.ok;
    const why = answer.error in REFUSED ? t(REFUSED[answer.error]) : answer.detail;
    say("setup-answer", answer.ok ? t("setup.taken") : t("setup.refused", { why }));
  }

  /** Another number of teams is another board: the game on this one is put aside, which is asked first. */
  #submit() {
    const teams = Number(at("team-count").value);
    if (this.#begun && teams !== this.#set.teams && !confirm(t("setup.teams_sure"))) return;
    this.#rename();
    this.#wanted = this.#fields();
    if (!this.choose(teams)) this.#post();
  }

  #rename() {
    const fields = [...at("names").querySelectorAll("input")];
    const names = Object.fromEntries(fields.map((field) => [field.dataset.team, field.value.trim()]));
    if (fields.every((field) => named(field.dataset.team) === names[field.dataset.team])) return;
    call(names);
    this.renamed();
  }

  #explain() {
    say("preset-about", at("preset").value && presetAbout(at("preset").value));
  }

  #fields() {
    const fields = { preset: at("preset").value, teams: Number(at("team-count").value), pin: at("pin").value };
    if (at("new-pin").value || at("no-pin").checked) fields.new_pin = at("no-pin").checked ? "" : at("new-pin").value;
    return fields;
  }

  /** What is as it was is not sent: a game that has begun need not end for a new PIN. */
  #post() {
    const { preset, teams } = this.#wanted;
    if (preset === this.#set.preset && teams === this.#set.teams) {
      delete this.#wanted.preset;
      delete this.#wanted.teams;
    }
    this.send(JSON.stringify({ id: ++this.#id, do: "configure", ...this.#wanted }));
    this.#wanted = null;
  }
}
