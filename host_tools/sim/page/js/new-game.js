// The dialog that begins a game at home, whatever is on: who plays, to how many, one game or a match.

import { t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { homeRules, saveHomeRules, tracksOf } from "./home-rules.js";
import { knownNames } from "./games.js";
import { NAME_LETTERS, playerNames, savePlayers } from "./team-names.js";

const PARTNERS = 22;

export class NewGame {
  #renaming = false; // whether only names are asked for: a game goes on

  /** `leave()` is called before the names change, `start(rules)` begins a game by these rules; `begun()` returns whether one goes on, with pegs that have moved; `renamed()` is called where
   * only names have changed.
   * @param {{ leave: () => void, start: (rules: import("./home-rules.js").HomeRules) => void, begun: () => boolean, renamed: () => void }} page */
  constructor({ leave, start, begun, renamed }) {
    this.begun = begun;
    byId("new-game").onclick = () => this.open();
    byId("new-form").onchange = ({ target }) =>
      /** @type {Element} */ (target).matches("#new-names input") || this.#follow();
    byId("new-form").oninput = () => this.#checkNames();
    byId("new-cancel").onclick = () => byId("new").close();
    byId("new-form").onsubmit = (event) => {
      event.preventDefault();
      const rules = this.#read();
      this.#checkNames();
      if (!byId("new-form").reportValidity()) return;
      if (!this.#renaming) leave();
      this.#saveNames();
      if (this.#renaming) {
        byId("new").close();
        return renamed();
      }
      saveHomeRules(rules);
      byId("new").close();
      start(rules);
    };
  }

  /** Shows the dialog, with what was chosen last; the name of `player` is to be changed, if there is one: in a game that goes on
   * nothing else.
   * @param {number} [player] */
  open(player) {
    const { players, kind, best, muggins, skunks } = homeRules();
    this.#check("new-players", String(players));
    this.#check("new-best", String(best));
    byId("new-kind").value = kind;
    byId("new-muggins").checked = muggins;
    byId("new-skunks").checked = skunks;
    this.#renaming = player !== undefined && this.begun();
    byId("new-form").classList.toggle("renaming", this.#renaming);
    this.#follow();
    byId("new-loses").hidden = !this.begun();
    if (!byId("new").open) byId("new").showModal();
    if (player === undefined) byId("new-begin").focus();
    else byId("new-names").querySelectorAll("input")[player]?.select();
  }

  /** Makes the dialog's fields again, in the page's language. */
  translate() {
    if (byId("new").open) this.#follow();
  }

  /** @param {string} name
   * @param {string} value */
  #check(name, value) {
    const field = byId("new-form").querySelector(`[name="${name}"][value="${value}"]`);
    if (field) field.checked = true;
  }

  /** Shows as many names as there are players, with those that have been typed. */
  #follow() {
    const { players } = this.#read();
    const count = players === PARTNERS ? 4 : players;
    const typed = [...byId("new-names").querySelectorAll("input")].map(({ value }) => value);
    const known = playerNames();
    const fields = Array.from({ length: count }, (_, player) => {
      const field = html("input", {
        autocomplete: "off",
        maxlength: NAME_LETTERS,
        list: "new-known",
        enterkeyhint: player < count - 1 ? "next" : "done",
        placeholder: t("new.player", { number: player + 1 }),
        "aria-label": this.#label(player, players),
        class: `team-${"ABCD"[players === PARTNERS ? player % 2 : player]}`,
      });
      field.value = typed[player] ?? known[player] ?? "";
      return field;
    });
    fields.slice(0, -1).forEach((field, player) => {
      field.onkeydown = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        fields[player + 1].select();
      };
    });
    byId("new-title").textContent = t(this.#renaming ? "new.names" : "new.title");
    byId("new-begin").textContent = t(this.#renaming ? "new.keep" : "new.begin");
    byId("new-names").replaceChildren(...fields);
    byId("new-partners").hidden = players !== PARTNERS;
    byId("new-known").replaceChildren(...knownNames().map((name) => html("option", { value: name })));
    const lines = ["121", "61"].includes(byId("new-kind").value);
    byId("new-skunks").disabled = !lines;
  }

  /** Marks the first name that is another player's too: the board's sentences would not say which of them is meant. */
  #checkNames() {
    const fields = [...byId("new-names").querySelectorAll("input")];
    const names = fields.map(({ value }) => value.trim().toLowerCase());
    const twice = names.findIndex((name, player) => name && names.indexOf(name) < player);
    fields.forEach((field, player) => field.setCustomValidity(player === twice ? t("new.same") : ""));
  }

  /** @param {number} player
   * @param {number} players */
  #label(player, players) {
    return players === PARTNERS
      ? t("new.partner", { number: player + 1, with: ((player + 2) % 4) + 1 })
      : t("new.name_of", { number: player + 1 });
  }

  /** @returns {import("./home-rules.js").HomeRules} */
  #read() {
    const chosen = (/** @type {string} */ name) =>
      Number(byId("new-form").querySelector(`[name="${name}"]:checked`)?.value ?? 0);
    return {
      players: chosen("new-players") || 2,
      kind: byId("new-kind").value || "121",
      best: chosen("new-best") || 1,
      muggins: byId("new-muggins").checked,
      skunks: byId("new-skunks").checked,
    };
  }

  #saveNames() {
    const names = [...byId("new-names").querySelectorAll("input")].map(({ value }) => value.trim());
    savePlayers(names, tracksOf(this.#read()));
  }
}
