// A panel for each team: its score and its keys, and a button that agrees by taps instead of a held key.

import { counted, minus, t } from "./catalogue.js";
import { copySaid } from "./common-controls.js";
import { byId, html } from "./dom.js";
import { firstKeyOf } from "./key-input.js";
import { gamesWon } from "./state-text.js";
import { seatName, teamName } from "./team-names.js";

const LONG_NAME = 9; // letters; a longer one is written smaller
const SURE_AFTER_MS = 600; // a second tap before that is the same finger's double tap
const CONFIRM_MS = 4000; // time for the second tap
const HOLD_AFTER_MS = 400; // longer than a tap, which presses no key: in the judge's menu a key let go early disagrees
const HOLDER = "agree"; // of a key that the button holds down
const EDGES = ["top", "right", "bottom", "left"]; // of a large screen that lies between more than two, by team

/** The elements of a panel that change; `timer`: of the second tap.
 * @typedef {{ box: HTMLElement, act: HTMLButtonElement, parts: Record<string, HTMLElement>, timer?: number }} Seat */

export class TeamPanels {
  /** @type {Map<string, Seat>} */
  #seats = new Map();
  #shown = "";
  #holding = 0; // timer of a key that is about to be held

  /** `keys` makes the caps; `agree(team)` holds a score key of the team for as long as the board wants; `isOwn(team)`
   * returns whether this page has the team's keys; `rename(team)` asks for another name, `hold(team)` for a score, after a tap
   * on the score or a key that is held; `deal(seat)` tells the board whose deal it is. The button that agrees, held
   * down, holds such a key too.
   * @param {{ keys: import("./key-input.js").KeyInput, agree: (team: string) => void, isOwn?: (team: string) => boolean, rename?: (team: string) => void, hold?: (team: string) => void, deal?: (seat: number) => void }} page */
  constructor({ keys, agree, isOwn = () => true, rename, hold, deal }) {
    this.rename = rename;
    this.hold = hold;
    this.deal = deal;
    this.keys = keys;
    this.agree = agree;
    this.isOwn = isOwn;
    for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => this.#releaseHeld());
  }

  /** Makes a panel for each of the teams ("AB" … "ABCD"), the first half at the far side; all are unused until `show`.
   * @param {string} teams */
  setTeams(teams) {
    this.keys.clear();
    this.#seats.clear();
    this.#shown = "";
    const seats = [...teams].map((team, number) => this.#placeOf(this.#makeSeat(team, number), EDGES[number]));
    const own = [...teams].filter(this.isOwn);
    const near = seats.filter((_, number) =>
      own.length === 1 ? own.includes(teams[number]) : number >= teams.length >> 1,
    );
    byId("far").replaceChildren(...seats.filter((seat) => !near.includes(seat)));
    byId("near").replaceChildren(...near);
    byId("shared").replaceChildren(...(own.length ? this.keys.sharedCaps() : []));
    copySaid();
  }

  /** @param {BoardState} state */
  show(state) {
    const shown = JSON.stringify([state.tracks, gamesWon(state), state.phase, state.facts, state.deals]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const [team, seat] of this.#seats) this.#updateSeat(seat, team, state);
  }

  /** @param {string} team
   * @param {number} number */
  #makeSeat(team, number) {
    const parts = Object.fromEntries(
      ["name", "games", "front", "deal", "pending", "to-go"].map((part) => [
        part,
        html("span", { class: `seat-${part}` }),
      ]),
    );
    parts.name.append(this.rename ? this.#nameButton(team, this.rename) : teamName(team));
    const { hold } = this;
    if (this.deal) parts.deal = html("button", { class: "seat-deal", type: "button" });
    if (hold && this.isOwn(team)) parts.front = this.#frontButton(team, hold);
    const act = html("button", { class: "act", type: "button", hidden: "" });
    act.onpointerdown = ({ button }) => button || this.#holdSoon(team);
    const figures = [
      html("div", { class: "seat-head" }, parts.name, parts.games),
      parts.front,
      html("div", { class: "seat-foot" }, parts.deal, parts.pending, parts["to-go"]),
    ];
    const score = html("div", { class: "score" }, html("div", { class: "figures" }, ...figures), act);
    const caps = this.isOwn(team)
      ? [html("div", { class: "caps" }, ...this.keys.teamCaps(team, number, teamName(team)))]
      : [];
    const label = t(caps.length ? "key.cluster" : "seat.other", { team: teamName(team) });
    const box = html("section", { class: `seat unused team-${team}`, "aria-label": label }, score, ...caps);
    this.#seats.set(team, { box, act, parts });
    return box;
  }

  /** Returns a seat's place, which has a copy of the sentence for that edge.
   * @param {HTMLElement} seat
   * @param {string} edge */
  #placeOf(seat, edge) {
    const said = html("div", { class: "said said-copy", "aria-hidden": "true" });
    return html("div", { class: `place edge-${edge}` }, html("div", { class: "turning" }, said, seat));
  }

  /** Returns the team's name as a button that changes it.
   * @param {string} team
   * @param {(team: string) => void} rename */
  #nameButton(team, rename) {
    const name = teamName(team);
    const style = name.length > LONG_NAME ? "rename long" : "rename";
    const button = html("button", { class: style, type: "button", title: t("seat.rename") }, name);
    button.onclick = () => rename(team);
    return button;
  }

  /** Returns the team's score as a button that offers scores to be pegged.
   * @param {string} team
   * @param {(team: string) => void} hold */
  #frontButton(team, hold) {
    const button = html("button", {
      class: "seat-front",
      type: "button",
      title: t("grid.open", { team: teamName(team) }),
    });
    button.onclick = () => hold(team);
    return button;
  }

  /** @param {Seat} seat
   * @param {string} team
   * @param {BoardState} state */
  #updateSeat(seat, team, state) {
    const plays = team in state.tracks;
    seat.box.classList.toggle("unused", !plays);
    if (!plays) return;
    const { front, pending } = state.tracks[team];
    const left = Math.max(state.facts.target - front, 0);
    write(seat.parts.front, minus(front));
    seat.parts.front.classList.toggle("long", minus(front).length > 2);
    write(seat.parts.pending, pending ? `+${pending}` : "");
    write(seat.parts["to-go"], left ? t("seat.to_go", { count: left }) : t("seat.out"));
    write(seat.parts.games, gamesWon(state)[team] ? counted("seat.games", gamesWon(state)[team]) : "");
    this.#showDeal(seat.parts.deal, team, state);
    seat.box.classList.toggle("counting", pending > 0);
    this.#showAgree(seat, team, this.isOwn(team) && state.facts.agreeing.includes(team));
  }

  /** Shows whose deal it is, or before a first peg asks for it. A tap passes the deal on, or answers.
   * @param {HTMLElement} element
   * @param {string} team
   * @param {BoardState} state */
  #showDeal(element, team, { deals, phase, facts, tracks }) {
    const teams = Object.keys(tracks).length;
    const own = "ABCD".indexOf(team);
    const asked = deals === null && facts.at_home && phase === "idle";
    const dealing = deals !== null && deals % teams === own;
    element.hidden = !asked && !dealing;
    if (element.hidden) return;
    const name = dealing && facts.seats > teams ? seatName(/** @type {number} */ (deals), teams) : "";
    write(element, asked ? t("seat.deals_ask") : name ? t("seat.deals_of", { name }) : t("seat.deals"));
    element.title = t(asked ? "seat.deals_ask_about" : "seat.deals_about");
    element.onclick = () =>
      this.deal?.(asked ? own : /** @type {number} */ (/** @type {number} */ (deals) + 1) % facts.seats);
  }

  /** Holds a key of the team, unless the button is let go as after a tap.
   * @param {string} team */
  #holdSoon(team) {
    this.#holding = setTimeout(() => this.keys.setRemoteKey(firstKeyOf(team), true, HOLDER), HOLD_AFTER_MS);
  }

  /** Releases the keys that buttons hold down, wherever the finger is lifted: the button may be gone. */
  #releaseHeld() {
    clearTimeout(this.#holding);
    for (const team of this.#seats.keys()) this.keys.setRemoteKey(firstKeyOf(team), false, HOLDER);
  }

  /** Shows or hides the button by which the team agrees.
   * @param {Seat} seat
   * @param {string} team
   * @param {boolean} wanted */
  #showAgree(seat, team, wanted) {
    if (seat.act.hidden === !wanted) return;
    clearTimeout(seat.timer);
    seat.act.hidden = !wanted;
    seat.box.classList.toggle("acting", wanted);
    if (wanted) this.#resetAgree(seat, team);
  }

  /** Prepares the button: a first tap asks for a second one, which agrees.
   * @param {Seat} seat
   * @param {string} team */
  #resetAgree(seat, team) {
    seat.act.classList.remove("sure");
    seat.act.ariaDisabled = null;
    seat.act.textContent = t("seat.agree");
    seat.act.onclick = () => this.#askIfSure(seat, team);
  }

  /** Asks for the second tap, which counts from SURE_AFTER_MS on.
   * @param {Seat} seat
   * @param {string} team */
  #askIfSure(seat, team) {
    seat.act.classList.add("sure");
    seat.act.ariaDisabled = "true";
    seat.act.textContent = t("seat.sure");
    seat.act.onclick = null;
    seat.timer = setTimeout(() => {
      seat.act.ariaDisabled = null;
      seat.act.onclick = () => this.agree(team);
      seat.timer = setTimeout(() => this.#resetAgree(seat, team), CONFIRM_MS);
    }, SURE_AFTER_MS);
  }
}

/** @type {(element: HTMLElement, text: string) => void} */
const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};
