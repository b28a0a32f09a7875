// The card game's Python (host_tools/cards), as functions: counts and games.

import { messagesLike } from "./catalogue.js";
import { PythonClient } from "./python-client.js";

const SPOKEN = /^(said|story)\./;

export class CardGameClient {
  #python = new PythonClient("cards.json");

  /** Returns all cards in order: [["AC", "A♣"], …].
   * @type {() => Promise<[name: string, face: string][]>} */
  pack = async () => JSON.parse(await this.#python.call("cards.worker_api.pack"));

  /** Returns how many cards a hand and a crib have in a game.
   * @type {(game: string) => Promise<[hand: number, crib: number]>} */
  handSizes = async (game) => JSON.parse(await this.#python.call("cards.worker_api.needed", game));

  /** Returns the score of cards, with its sentences in the page's language.
   * @type {(cards: object) => Promise<any>} */
  count = async (cards) =>
    JSON.parse(await this.#python.call("cards.worker_api.count", spokenMessages(), JSON.stringify(cards)));

  /** Returns the scenario of a whole game.
   * @type {(game: { seed: number, players: number, preset: string, muggins: boolean }) => Promise<string>} */
  deal = (game) => this.#python.call("cards.worker_api.deal", spokenMessages(), JSON.stringify(game));
}

const spokenMessages = () => JSON.stringify(messagesLike(SPOKEN));
