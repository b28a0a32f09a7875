// Results leave a board when the reader shows a file that has every one of them: what was only downloaded may be lost.

import { counted, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { at, called, log, textOf } from "./page.js";
import { proof } from "./pin_fields.js";
import { bareLine } from "./result_line.js";
import { lineHash } from "./seal.js";

export class Clear {
  constructor(boards) {
    this.boards = boards;
    at("clear").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#clear();
    };
  }

  async #clear() {
    at("clear-answer").replaceChildren();
    const texts = await Promise.all([...at("clear-file").files].map(textOf));
    const kept = new Set(texts.flatMap((text) => text.split(/\r?\n/)));
    const { speaking } = this.boards;
    if (!speaking.length) log(at("clear-answer"), "", t("captain.none"), true);
    for (const board of speaking) await one(board, kept);
    await this.boards.look();
  }
}

/** Empties a board's log, if `kept` has every line of it as it stands there. Numbers and chain go on. */
async function one(board, kept) {
  try {
    const held = (await board.texts("results", { since: 0 })).map(bareLine);
    const missing = held.filter((text) => !kept.has(text)).length;
    if (missing) return tell(board, t("captain.clear.lacks", { count: missing, of: held.length }), true);
    if (!held.length) return tell(board, t("captain.clear.empty"));
    await board.ask("clear", { link: await lineHash(held.at(-1)), ...proof() });
    return tell(board, counted("captain.clear.done", held.length));
  } catch (error) {
    return tell(board, faultOf(error).words, true);
  }
}

const tell = (board, words, bad) => log(at("clear-answer"), called(board), words, bad);
