// Preset and teams, sent over the board's own link as a captain's desk would.

import { say } from "./panel.js";
import { html } from "./svg.js";

const at = (id) => document.getElementById(id);

export class Setup {
  #id = 0;
  #shown = "";
  #wanted = null; // a line for a board that is still starting

  /** `choose(teams)` puts a board with that many tracks on the table; `send(text)` is its serial line. */
  constructor({ choose, send }) {
    this.send = send;
    at("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      const teams = Number(at("team-count").value);
      this.#wanted = JSON.stringify({ id: ++this.#id, do: "configure", preset: at("preset").value, teams });
      if (!choose(teams)) this.#post();
    });
  }

  /** A board is on: the presets it offers. */
  on(presets) {
    at("preset").replaceChildren(...presets.map((name) => html("option", {}, name)));
    this.#shown = "";
    if (this.#wanted) this.#post();
  }

  /** What the board is set to; the form follows when that changes. */
  show({ preset, tracks }) {
    const teams = Object.keys(tracks).length;
    if (this.#shown === `${preset} ${teams}`) return;
    this.#shown = `${preset} ${teams}`;
    at("preset").value = preset;
    at("team-count").value = teams;
  }

  /** A line the board has sent. */
  heard(text) {
    const answer = JSON.parse(text);
    if (answer.id !== this.#id || answer.ok === undefined) return;
    say("setup-answer", answer.ok ? "The board has taken it." : `The board refuses: ${answer.detail ?? answer.error}.`);
  }

  #post() {
    this.send(this.#wanted);
    this.#wanted = null;
  }
}
