// Counts a hand, a crib or the play from tapped cards. The score is computed in Python.

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

  /** `teams()` returns the teams for which this page may peg, `peg(team, holes)` does so; `say(text)` says a count aloud where
   * that is wanted.
   * @param {import("./card-game-client.js").CardGameClient} dealer
   * @param {{ teams: () => string[], peg: (team: string, holes: number) => void, say: (text: string) => void }} page */
  constructor(dealer, { teams, peg, say }) {
    this.dealer = dealer;
    this.teams = teams;
    this.peg = peg;
    this.say = say;
    byId("counter").ontoggle = () => byId("counter").open && this.#open();
    byId("counter-what").onchange = byId("counter-game").onchange = () => this.#clear();
    byId("counter-clear").onclick = () => this.#clear();
    byId("pack").onkeydown = (/** @type {any} */ event) => this.#onArrowKey(event);
  }

  /** Names cards and suits in the page's language. */
  translate() {
    for (const [name, button] of this.#cards) button.setAttribute("aria-label", cardName(name));
    for (const row of byId("pack").querySelectorAll("[data-suit]")) row.setAttribute("aria-label", t(`counter.${row.dataset.suit}`));
    if (this.#cards.size) this.#update();
  }

  get #played() {
    return byId("counter-what").value === "play";
  }

  async #open() {
    byId("counter").scrollIntoView();
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
      const card = html("button", { type: "button", class: `playing suit-${suit(name)}`, "aria-pressed": "false", tabindex: "-1" }, face);
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
    if (place >= 0) this.#chosen.splice(place, 1);
    else if (this.#played || this.#chosen.length <= this.#handSize) this.#chosen.push(name);
    else return setText("counter-answer", t("counter.full"));
    return this.#update();
  }

  async #clear() {
    this.#chosen = [];
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
    setText("counter-chosen", t("counter.chosen", { cards: starter ? t("said.hand", { cards, starter: this.#facesOf([starter]) }) : cards || "–" }));
    await this.#showScore(starter);
  }

  /** @param {string} starter */
  async #showScore(starter) {
    const request = ++this.#requests;
    if (this.#played ? !this.#chosen.length : !starter) return this.#showAnswer(this.#missingText(), []);
    const hand = { cards: this.#chosen.slice(0, this.#handSize), starter, crib: byId("counter-what").value === "crib", game: byId("counter-game").value };
    const count = await this.dealer.count(this.#played ? { cards: this.#chosen } : hand);
    if (request !== this.#requests) return;
    this.#showAnswer(...(this.#played ? playResult(count) : this.#handResult(count)));
    if (this.#played) return;
    this.say(count.said);
    this.#offerPegs(count.total);
  }

  /** Shows a button for each team that may peg the count.
   * @param {number} total */
  #offerPegs(total) {
    const buttons = (total ? this.teams() : []).map((team) => {
      const button = html("button", { type: "button" }, t("counter.peg", { count: total, team: teamName(team) }));
      button.onclick = () => {
        this.#clear();
        this.peg(team, total);
      };
      return button;
    });
    byId("counter-peg").replaceChildren(...buttons);
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
    return [t("counter.total", { total, said }), lines];
  }

  /** @param {string} text
   * @param {string[]} lines */
  #showAnswer(text, lines) {
    byId("counter-peg").replaceChildren();
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

/** Returns the total and the lines of a count of the play.
 * @param {{ cards: { rank: string, count: number, said: string }[] }} count
 * @returns {[last: string, lines: string[]]} */
function playResult({ cards }) {
  const lines = cards.map(({ rank, count, said }) => t("counter.played", { card: rank, count, said }));
  return [lines[lines.length - 1], lines];
}

/** @param {string} name */
function cardName(name) {
  const rank = name.slice(0, -1);
  return t("counter.named", { rank: Number(rank) ? rank : t(`counter.${rank}`), suit: t(`counter.${suit(name)}`).toLowerCase() });
}
