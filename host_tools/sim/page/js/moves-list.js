// The moves of the game that is on, in words, the last one first; a button takes back all down to one of them.

import { counted, t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { BACK, firstKeyOf, OK } from "./key-input.js";
import { moveText, movesBefore } from "./situation.js";

export class MovesList {
  #shown = "";

  /** `press(keys)` taps keys of the board, one after the other; `close()` shows the board again. Without them no move is taken back.
   * @param {{ press: (keys: number[]) => void, close: () => void }} [page] */
  constructor(page) {
    this.page = page;
  }

  /** @param {BoardState} state
   * @param {Game | null} game */
  show(state, game) {
    const moves = state.facts.begun ? (game?.moves ?? []) : [];
    const mayTakeBack = Boolean(this.page) && state.phase === "idle" && !state.facts.sign_off;
    const shown = JSON.stringify([moves, mayTakeBack, document.documentElement.lang]);
    if (shown === this.#shown || !game) return;
    this.#shown = shown;
    byId("no-moves").hidden = moves.length > 0;
    let plain = mayTakeBack; // whether keys can take back this move and all after it
    const lines = moves.map((_, index) => index).reverse();
    byId("moves").replaceChildren(
      ...lines.map((index) => {
        plain &&= isPlain(moves, index);
        return this.#line(game, index, plain);
      }),
    );
  }

  /** @param {Game} game
   * @param {number} index
   * @param {boolean} mayTakeBack */
  #line(game, index, mayTakeBack) {
    const words = html("span", {}, moveText(game.moves[index], movesBefore(game, index)));
    const item = html("li", { class: `team-${"ABCD"[game.moves[index][0]]}`, value: index + 1 }, words);
    if (!mayTakeBack) return item;
    const back = html("button", { type: "button" }, t("moves.take_back"));
    back.onclick = () => this.#ask(game, index);
    item.append(back);
    return item;
  }

  /** Asks before moves are taken back, and takes them back: the last one first.
   * @param {Game} game
   * @param {number} index */
  #ask({ moves }, index) {
    const taken = moves.slice(index).reverse();
    byId("moves-sure").onclick = () => {
      byId("moves-dialog").close();
      this.page?.close();
      this.page?.press(taken.flatMap(([number]) => [firstKeyOf("ABCD"[number]) + BACK, OK]));
    };
    byId("moves-keep").onclick = () => byId("moves-dialog").close();
    byId("moves-what").textContent = counted("moves.sure", taken.length);
    byId("moves-dialog").showModal();
  }
}

/** Returns whether a move is one that keys made, and that keys can take back: not a correction.
 * @param {Move[]} moves
 * @param {number} index */
function isPlain(moves, index) {
  const before = movesBefore({ moves }, index);
  return moves[index][1] > before && moves[index][2] === before;
}
