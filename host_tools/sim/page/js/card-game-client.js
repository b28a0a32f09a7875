// Client of the card game's worker: asks it for counts and games. The worker begins with the first question.

import { MESSAGES } from "../messages.js";
import { language } from "./catalogue.js";

const SPOKEN = /^(said|story)\./;

export class CardGameClient {
  #worker = null;
  #asked = new Map(); // number of a question → what its promise waits for
  #last = 0;

  /** All cards in order: [["AC", "A♣"], …]. */
  pack = async () => JSON.parse(await this.#ask("pack"));

  /** How many cards a hand and a crib have in a game. */
  needed = async (game) => JSON.parse(await this.#ask("needed", game));

  /** What cards score, said in the language of the page. */
  count = async (cards) => JSON.parse(await this.#ask("count", said(), JSON.stringify(cards)));

  /** A whole game as a scenario. */
  deal = (game) => this.#ask("deal", said(), JSON.stringify(game));

  #ask(call, ...texts) {
    this.#worker ??= this.#begin();
    const number = ++this.#last;
    this.#worker.postMessage({ number, call, texts });
    return new Promise((told, failed) => this.#asked.set(number, { told, failed }));
  }

  #begin() {
    const worker = new Worker(new URL("card-game-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = () => this.#gone();
    return worker;
  }

  #heard({ number, told, error }) {
    const { told: tell, failed } = this.#asked.get(number);
    this.#asked.delete(number);
    if (error) failed(new Error(error));
    else tell(told);
  }

  /** The thread could not begin: the next question tries again. */
  #gone() {
    this.#worker = null;
    for (const { failed } of this.#asked.values()) failed(new Error("card-game-worker.js"));
    this.#asked.clear();
  }
}

const said = () => JSON.stringify(Object.fromEntries(Object.entries(MESSAGES[language]).filter(([key]) => SPOKEN.test(key))));
