// Client of the card game's worker: requests counts and games. The worker is started by the first request.

import { MESSAGES } from "../messages.js";
import { language } from "./catalogue.js";
import { scriptUrl } from "./script-url.js";

const SPOKEN = /^(said|story)\./;

export class CardGameClient {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map(); // number of a request → the functions that settle its promise
  #lastNumber = 0;

  /** Returns all cards in order: [["AC", "A♣"], …].
   * @type {() => Promise<[name: string, face: string][]>} */
  pack = async () => JSON.parse(await this.#request("pack"));

  /** Returns how many cards a hand and a crib have in a game.
   * @type {(game: string) => Promise<[hand: number, crib: number]>} */
  handSizes = async (game) => JSON.parse(await this.#request("needed", game));

  /** Returns the score of cards, with its sentences in the page's language.
   * @type {(cards: object) => Promise<any>} */
  count = async (cards) => JSON.parse(await this.#request("count", spokenMessages(), JSON.stringify(cards)));

  /** Returns the scenario of a whole game.
   * @type {(game: { seed: number, players: number, preset: string, muggins: boolean }) => Promise<string>} */
  deal = (game) => this.#request("deal", spokenMessages(), JSON.stringify(game));

  /** @param {string} call
   * @param {string[]} texts
   * @returns {Promise<string>} */
  #request(call, ...texts) {
    this.#worker ??= this.#startWorker();
    const number = ++this.#lastNumber;
    this.#worker.postMessage({ number, call, texts });
    return new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }));
  }

  #startWorker() {
    const worker = new Worker(scriptUrl(new URL("card-game-worker.js", import.meta.url)), { type: "module" });
    worker.onmessage = ({ data }) => this.#handleReply(data);
    worker.onerror = () => this.#handleError();
    return worker;
  }

  /** @param {CardReply} reply */
  #handleReply({ number, result, error }) {
    const request = this.#pending.get(number); // none if the worker has failed meanwhile
    this.#pending.delete(number);
    if (error) request?.reject(new Error(error));
    else request?.resolve(result);
  }

  /** Rejects all requests: the worker could not be started. The next request starts another. */
  #handleError() {
    this.#worker = null;
    for (const { reject } of this.#pending.values()) reject(new Error("card-game-worker.js"));
    this.#pending.clear();
  }
}

const spokenMessages = () => JSON.stringify(Object.fromEntries(Object.entries(MESSAGES[language]).filter(([key]) => SPOKEN.test(key))));
