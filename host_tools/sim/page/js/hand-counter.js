// Counts a hand, a crib or the play from cards that are tapped. What they score, Python says.

import { counted, t } from "./catalogue.js";
import { html, say } from "./elements.js";

const RANKS = 13;
const at = (id) => document.getElementById(id);

export class HandCounter {
  #cards = new Map(); // name → its button, a suit after another
  #faces = new Map();
  #chosen = []; // names, in the order in which they were tapped
  #needed = 0; // cards in the hand; the starter comes on top
  #asked = 0;

  constructor(dealer) {
    this.dealer = dealer;
    at("counter").ontoggle = () => at("counter").open && this.#begin();
    at("counter-what").onchange = at("counter-game").onchange = () => this.#clear();
    at("counter-clear").onclick = () => this.#clear();
    at("pack").onkeydown = (event) => this.#typed(event);
  }

  /** In the language of the page. */
  speak() {
    for (const [name, button] of this.#cards) button.setAttribute("aria-label", named(name));
    for (const row of at("pack").children) row.setAttribute("aria-label", t(`counter.${row.dataset.suit}`));
    if (this.#cards.size) this.#show();
  }

  get #played() {
    return at("counter-what").value === "play";
  }

  async #begin() {
    at("counter").scrollIntoView();
    if (this.#cards.size) return;
    say("counter-answer", t("stage.micropython"));
    try {
      this.#lay(await this.dealer.pack());
      await this.#clear();
    } catch (error) {
      say("counter-answer", t("fault.page", { error: error.message }));
    }
  }

  /** The whole pack, a row a suit. */
  #lay(pack) {
    const rows = new Map();
    for (const [name, face] of [...pack].sort(([one], [other]) => suit(one).localeCompare(suit(other)))) {
      const card = html("button", { type: "button", class: `playing suit-${suit(name)}`, "aria-pressed": "false", tabindex: "-1" }, face);
      card.onclick = () => this.#tap(name);
      this.#faces.set(name, face);
      this.#cards.set(name, card);
      const row = rows.get(suit(name)) ?? html("div", { class: "suit", role: "group", "data-suit": suit(name) });
      row.append(card);
      rows.set(suit(name), row);
    }
    at("pack").replaceChildren(...rows.values());
    at("pack").querySelector("button").tabIndex = 0;
    this.speak();
  }

  #tap(name) {
    const place = this.#chosen.indexOf(name);
    if (place >= 0) this.#chosen.splice(place, 1);
    else if (this.#played || this.#chosen.length <= this.#needed) this.#chosen.push(name);
    else return say("counter-answer", t("counter.full"));
    return this.#show();
  }

  async #clear() {
    this.#chosen = [];
    at("counter-game").disabled = this.#played;
    const [hand, crib] = await this.dealer.needed(at("counter-game").value);
    this.#needed = at("counter-what").value === "crib" ? crib : hand;
    this.#show();
  }

  async #show() {
    for (const [name, card] of this.#cards) card.setAttribute("aria-pressed", this.#chosen.includes(name));
    const starter = this.#played ? "" : this.#chosen[this.#needed];
    for (const [name, card] of this.#cards) card.classList.toggle("starter", name === starter);
    say("counter-about", t(this.#played ? "counter.about_play" : "counter.about"));
    const cards = this.#look(starter ? this.#chosen.slice(0, -1) : this.#chosen);
    say("counter-chosen", t("counter.chosen", { cards: starter ? t("said.hand", { cards, starter: this.#look([starter]) }) : cards || "–" }));
    await this.#answer(starter);
  }

  async #answer(starter) {
    const asked = ++this.#asked;
    if (this.#played ? !this.#chosen.length : !starter) return this.#tell(this.#wanted(), []);
    const hand = { cards: this.#chosen.slice(0, this.#needed), starter, crib: at("counter-what").value === "crib", game: at("counter-game").value };
    const told = await this.dealer.count(this.#played ? { cards: this.#chosen } : hand);
    if (asked === this.#asked) this.#tell(...(this.#played ? ofPlay(told) : this.#ofHand(told)));
  }

  #look(names) {
    return names.map((name) => this.#faces.get(name)).join(" ");
  }

  #wanted() {
    if (this.#played) return t("counter.first");
    const missing = this.#needed - this.#chosen.length;
    return missing ? counted("counter.more", missing) : t("counter.starter");
  }

  #ofHand({ total, said, combinations }) {
    const lines = combinations.map((one) => `${one.said}  (${this.#look(one.cards)})`);
    return [t("counter.total", { total, said }), lines];
  }

  #tell(words, lines) {
    say("counter-answer", words);
    at("counter-lines").replaceChildren(...lines.map((line) => html("li", {}, line)));
  }

  /** One card of the pack is in the order of the Tab key; arrows lead to the others. */
  #typed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -RANKS, ArrowDown: RANKS }[event.key];
    const cards = [...this.#cards.values()];
    const next = cards[cards.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    cards.forEach((card) => (card.tabIndex = card === next ? 0 : -1));
    next.focus();
  }
}

const suit = (name) => name.at(-1);

function ofPlay({ cards }) {
  const lines = cards.map(({ rank, count, said }) => t("counter.played", { card: rank, count, said }));
  return [lines.at(-1), lines];
}

function named(name) {
  const rank = name.slice(0, -1);
  return t("counter.named", { rank: Number(rank) ? rank : t(`counter.${rank}`), suit: t(`counter.${suit(name)}`).toLowerCase() });
}
