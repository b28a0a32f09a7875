// Counts a hand, a crib or the play from tapped cards. The score is computed in Python. Where muggins is agreed, a hand's
// count is told once its owner has pegged an own count, and a played card's at the next card, or by a press after the last.

import { counted, t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { teamName } from "./team-names.js";

const RANKS = 13;
/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -RANKS, ArrowDown: RANKS };

export class HandCounter {
  /** @type {Map<string, HTMLButtonElement>} */
  #cards = new Map(); // card name → its button, suit by suit
  /** @type {Map<string, string>} */
  #faces = new Map();
  /** @type {string[]} */
  #chosen = []; // names, in the order in which they were tapped
  #handSize = 0; // cards in the hand, without the starter
  #requests = 0; // number of the latest request
  #lastTold = false; // whether no card follows the latest played one, so that its count is told, with muggins
  /** @type {{ team: string, holes: number } | null} */
  #pegged = null; // the owner's own count of the chosen hand, with muggins

  /** `teams()` returns the teams for which this page may peg, `peg(team, holes)` does so; `muggins()` whether it is agreed;
   * `say(text)` says a count aloud where that is wanted; `close()` shows the board again.
   * @param {import("./card-game-client.js").CardGameClient} dealer
   * @param {{ teams: () => string[], peg: (team: string, holes: number) => void, muggins: () => boolean, say: (text: string) => void, close: () => void }} page */
  constructor(dealer, { teams, peg, muggins, say, close }) {
    this.dealer = dealer;
    this.teams = teams;
    this.peg = peg;
    this.muggins = muggins;
    this.say = say;
    this.close = close;
    byId("counter-what").onchange = byId("counter-game").onchange = () => this.#clear();
    byId("counter-clear").onclick = () => this.#clear();
    byId("counter-own").onsubmit = (/** @type {any} */ event) => this.#pegOwnCount(event);
    byId("pack").onkeydown = (/** @type {any} */ event) => this.#onArrowKey(event);
  }

  /** Names cards and suits in the page's language. */
  translate() {
    for (const [name, button] of this.#cards) button.setAttribute("aria-label", cardName(name));
    for (const row of byId("pack").querySelectorAll("[data-suit]"))
      row.setAttribute("aria-label", t(`counter.${row.dataset.suit}`));
    if (this.#cards.size) this.#update();
  }

  get #played() {
    return byId("counter-what").value === "play";
  }

  /** Shows the pack, once the card game is loaded. */
  async open() {
    if (this.#cards.size) return;
    setText("counter-answer", t("stage.micropython"));
    try {
      this.#showPack(await this.dealer.pack());
      await this.#clear();
    } catch (error) {
      setText("counter-answer", t("fault.page", { error: error.message }));
    }
  }

  /** Shows the whole pack, a row per suit.
   * @param {[name: string, face: string][]} pack */
  #showPack(pack) {
    const rows = new Map();
    for (const [name, face] of [...pack].sort(([a], [b]) => suit(a).localeCompare(suit(b)))) {
      const card = html(
        "button",
        { type: "button", class: `playing suit-${suit(name)}`, "aria-pressed": "false", tabindex: "-1" },
        face,
      );
      card.onclick = () => this.#tap(name);
      this.#faces.set(name, face);
      this.#cards.set(name, card);
      const row = rows.get(suit(name)) ?? html("div", { class: "suit", role: "group", "data-suit": suit(name) });
      row.append(card);
      rows.set(suit(name), row);
    }
    byId("pack").replaceChildren(...rows.values());
    byId("pack").querySelector("button").tabIndex = 0;
    this.translate();
  }

  /** @param {string} name */
  #tap(name) {
    const place = this.#chosen.indexOf(name);
    this.#lastTold = false;
    if (place >= 0) this.#pegged = null;
    if (place >= 0) this.#chosen.splice(place, 1);
    else if (this.#played || this.#chosen.length <= this.#handSize) this.#chosen.push(name);
    else return setText("counter-answer", t("counter.full"));
    return this.#update();
  }

  async #clear() {
    this.#chosen = [];
    this.#pegged = null;
    this.#lastTold = false;
    byId("counter-game").disabled = this.#played;
    const [hand, crib] = await this.dealer.handSizes(byId("counter-game").value);
    this.#handSize = byId("counter-what").value === "crib" ? crib : hand;
    this.#update();
  }

  async #update() {
    for (const [name, card] of this.#cards) card.setAttribute("aria-pressed", String(this.#chosen.includes(name)));
    const starter = this.#played ? "" : this.#chosen[this.#handSize];
    for (const [name, card] of this.#cards) card.classList.toggle("starter", name === starter);
    setText("counter-about", t(this.#played ? "counter.about_play" : "counter.about"));
    const cards = this.#facesOf(starter ? this.#chosen.slice(0, -1) : this.#chosen);
    setText(
      "counter-chosen",
      t("counter.chosen", {
        cards: starter ? t("said.hand", { cards, starter: this.#facesOf([starter]) }) : cards || "–",
      }),
    );
    await this.#showScore(starter);
  }

  /** @param {string} starter */
  async #showScore(starter) {
    const request = ++this.#requests;
    if (this.#played ? !this.#chosen.length : !starter) return this.#showAnswer(this.#missingText(), []);
    const hand = {
      cards: this.#chosen.slice(0, this.#handSize),
      starter,
      crib: byId("counter-what").value === "crib",
      game: byId("counter-game").value,
    };
    const count = await this.dealer.count(this.#played ? { cards: this.#chosen } : hand);
    if (request !== this.#requests) return;
    if (this.#played) return this.#showPlay(count);
    if (this.muggins() && !this.#pegged && this.teams().length) return this.#askOwnCount();
    const [answer, lines] = this.#handResult(count);
    this.#showAnswer(answer, lines);
    this.say(answer);
    if (!this.#pegged) this.#offerPegs(count.total, this.teams());
    else
      this.#offerPegs(
        count.total - this.#pegged.holes,
        this.teams().filter((team) => team !== this.#pegged?.team),
      );
  }

  /** Shows the count of the play; where the latest card's is told at the next, a button tells that there is none.
   * @param {PlayCount} count */
  #showPlay(count) {
    const late = this.muggins() && !this.#lastTold;
    this.#showAnswer(...playResult(count, late));
    if (!late) return;
    const button = html("button", { type: "button" }, t("counter.last"));
    button.onclick = () => {
      this.#lastTold = true;
      this.#update();
    };
    byId("counter-peg").replaceChildren(button);
  }

  /** Shows a button for each of the teams that may peg the holes.
   * @param {number} holes
   * @param {string[]} teams */
  #offerPegs(holes, teams) {
    const buttons = (holes > 0 ? teams : []).map((team) => {
      const button = html("button", { type: "button" }, t("counter.peg", { count: holes, team: teamName(team) }));
      button.onclick = () => {
        this.#clear();
        this.close();
        this.peg(team, holes);
      };
      return button;
    });
    byId("counter-peg").replaceChildren(...buttons);
  }

  /** Asks what the hand's owner counts, before anything is told of it. */
  #askOwnCount() {
    this.#showAnswer(t("counter.own"), []);
    byId("counter-own").hidden = false;
    byId("counter-owners").replaceChildren(
      ...this.teams().map((team) => html("button", { value: team }, t("counter.peg_own", { team: teamName(team) }))),
    );
  }

  /** Pegs the owner's own count, and then tells what the hand has.
   * @param {SubmitEvent & { submitter: HTMLButtonElement }} event */
  #pegOwnCount(event) {
    event.preventDefault();
    this.#pegged = { team: event.submitter.value, holes: Number(byId("counter-counted").value) };
    byId("counter-counted").value = "";
    if (this.#pegged.holes) this.peg(this.#pegged.team, this.#pegged.holes);
    this.#update();
  }

  /** @param {string[]} names */
  #facesOf(names) {
    return names.map((name) => this.#faces.get(name)).join(" ");
  }

  #missingText() {
    if (this.#played) return t("counter.first");
    const missing = this.#handSize - this.#chosen.length;
    return missing ? counted("counter.more", missing) : t("counter.starter");
  }

  /** @param {{ total: number, said: string, combinations: { said: string, cards: string[] }[] }} count
   * @returns {[total: string, lines: string[]]} */
  #handResult({ total, said, combinations }) {
    const lines = combinations.map((combination) => `${combination.said}  (${this.#facesOf(combination.cards)})`);
    return [[t("counter.total", { total, said }), ...this.#difference(total)].join(" "), lines];
  }

  /** Returns what the owner has missed, or counted too much, as a list of a sentence or none.
   * @param {number} total
   * @returns {string[]} */
  #difference(total) {
    if (!this.#pegged || this.#pegged.holes === total) return [];
    const { team, holes } = this.#pegged;
    return [
      counted(holes < total ? "counter.missed" : "counter.excess", Math.abs(total - holes), { team: teamName(team) }),
    ];
  }

  /** @param {string} text
   * @param {string[]} lines */
  #showAnswer(text, lines) {
    byId("counter-peg").replaceChildren();
    byId("counter-own").hidden = true;
    setText("counter-answer", text);
    byId("counter-lines").replaceChildren(...lines.map((line) => html("li", {}, line)));
  }

  /** Moves the focus to another card: only one is reached by Tab, the others by arrow keys.
   * @param {KeyboardEvent & { target: HTMLButtonElement }} event */
  #onArrowKey(event) {
    const cards = [...this.#cards.values()];
    const next = cards[cards.indexOf(event.target) + ARROWS[event.key]];
    if (!next) return;
    event.preventDefault();
    cards.forEach((card) => (card.tabIndex = card === next ? 0 : -1));
    next.focus();
  }
}

/** @param {string} name */
const suit = (name) => name.slice(-1);

/** @typedef {{ cards: { rank: string, count: number, said: string }[] }} PlayCount */

/** Returns the latest card's count and the lines of a count of the play. `late`: what a card scores is told at the next.
 * @param {PlayCount} count
 * @param {boolean} late
 * @returns {[last: string, lines: string[]]} */
function playResult({ cards }, late) {
  const lines = cards.map(({ rank, count, said }) => t("counter.played", { card: rank, count, said }));
  if (!late) return [lines[lines.length - 1], lines];
  const { rank, count } = cards[cards.length - 1];
  return [t("counter.made", { card: rank, count }), lines.slice(0, -1)];
}

/** @param {string} name */
function cardName(name) {
  const rank = name.slice(0, -1);
  return t("counter.named", {
    rank: Number(rank) ? rank : t(`counter.${rank}`),
    suit: t(`counter.${suit(name)}`).toLowerCase(),
  });
}
