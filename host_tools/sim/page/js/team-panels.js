// A panel for each team: its score, large, beside its keys, and what it can do by a tap where a key would be held.

import { counted, minus, t } from "./catalogue.js";
import { html } from "./elements.js";
import { label } from "./team-names.js";

const SURE_MS = 4000; // for so long a first tap waits for the second
const at = (id) => document.getElementById(id);

export class TeamPanels {
  #seats = new Map(); // team → the elements that change
  #told = "";

  /** `keys` makes the caps; `hold(team)` holds a score key of the team for as long as the board wants. On a page that
   * is not all teams' `own(team)` says whose it is. */
  constructor({ keys, hold, own = () => true }) {
    Object.assign(this, { keys, hold, own });
  }

  /** A board with these teams ("AB" … "ABCD") is on the table: the first half sits at the far side. None plays before
   * the board says so. */
  lay(teams) {
    this.keys.clear();
    this.#seats.clear();
    this.#told = "";
    const seats = [...teams].map((team, number) => this.#seat(team, number));
    const mine = [...teams].filter(this.own);
    const near = seats.filter((_, number) => (mine.length === 1 ? mine.includes(teams[number]) : number >= teams.length >> 1));
    at("far").replaceChildren(...seats.filter((seat) => !near.includes(seat)));
    at("near").replaceChildren(...near);
    at("shared").replaceChildren(...(mine.length ? this.keys.shared() : []));
  }

  show(state) {
    const told = JSON.stringify([state.tracks, state.won, state.phase, state.facts]);
    if (told === this.#told) return;
    this.#told = told;
    for (const [team, seat] of this.#seats) this.#tell(seat, team, state);
  }

  #seat(team, number) {
    const parts = Object.fromEntries(["name", "games", "front", "pending", "to-go"].map((part) => [part, html("span", { class: `seat-${part}` })]));
    parts.name.append(label(team));
    const act = html("button", { class: "act", type: "button", hidden: "" });
    this.#seats.set(team, { ...parts, act, box: null });
    const score = html("div", { class: "score" }, html("div", { class: "figures" }, ...Object.values(parts)), act);
    const caps = this.own(team) ? [html("div", { class: "caps" }, ...this.keys.team(team, number, label(team)))] : [];
    const words = t(caps.length ? "key.cluster" : "seat.other", { team: label(team) });
    const box = html("section", { class: `seat unused team-${team}`, "aria-label": words }, score, ...caps);
    this.#seats.get(team).box = box;
    return box;
  }

  #tell(seat, team, state) {
    const plays = team in state.tracks;
    seat.box.classList.toggle("unused", !plays);
    if (!plays) return;
    const { front, pending } = state.tracks[team];
    const left = Math.max(state.facts.target - front, 0);
    write(seat.front, minus(front));
    write(seat.pending, pending ? `+${pending}` : "");
    write(seat["to-go"], left ? t("seat.to_go", { count: left }) : t("seat.out"));
    write(seat.games, state.won[team] ? counted("seat.games", state.won[team]) : "");
    seat.box.classList.toggle("counting", pending > 0);
    this.#offer(seat, team, this.own(team) && asked(team, state));
  }

  /** Whether the team is asked to agree: by a tap, and another to be sure. */
  #offer(seat, team, wanted) {
    if (seat.act.hidden === !wanted) return;
    clearTimeout(seat.timer);
    seat.act.hidden = !wanted;
    seat.box.classList.toggle("acting", wanted);
    if (wanted) this.#ask(seat, team);
  }

  #ask(seat, team) {
    seat.act.classList.remove("sure");
    seat.act.textContent = t("seat.agree");
    seat.act.onclick = () => {
      seat.act.classList.add("sure");
      seat.act.textContent = t("seat.sure");
      seat.act.onclick = () => this.hold(team);
      seat.timer = setTimeout(() => this.#ask(seat, team), SURE_MS);
    };
  }
}

function asked(team, { phase, facts }) {
  if (phase === "sign") return facts.unsigned.includes(team);
  if (phase === "judge" && facts.judge.page === "agree") return team !== facts.judge.by;
  return phase === "undo" && facts.sign_off && team !== facts.team;
}

const write = (element, words) => {
  if (element.textContent !== words) element.textContent = words;
};
