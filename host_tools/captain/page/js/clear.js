// Clears results off boards, if the user chooses files that have every one of them: a download alone may be lost.

import { counted, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, boardLabel, appendLog, onSend, readText } from "./page.js";
import { pinFields } from "./pin_fields.js";
import { verifyLines } from "./verify_lines.js";

/** @typedef {import("./board.js").Board} Board */

export class Clear {
  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    onSend(byId("clear"), byId("clear-answer"), () => this.#clear());
  }

  async #clear() {
    const texts = await Promise.all([...(byId("clear-file").files ?? [])].map(readText));
    const savedLines = new Set(texts.flatMap((text) => text.split(/\r?\n/)));
    const { answering } = this.boards;
    if (!answering.length) appendLog(byId("clear-answer"), "", t("captain.none"), true);
    for (const board of answering) await clearBoard(board, savedLines);
    await this.boards.queryAll();
  }
}

/** Empties a board's log of results, if `savedLines` has all its lines; reports the outcome. Numbers and chain go on.
 * @param {Board} board
 * @param {Set<string>} savedLines */
async function clearBoard(board, savedLines) {
  try {
    const stored = await verifyLines(await board.requestLines("results", { since: 0 }));
    const missing = stored.filter(({ text }) => !savedLines.has(text)).length;
    if (missing) return report(board, t("captain.clear.lacks", { count: missing, of: stored.length }), true);
    const last = stored.at(-1);
    if (!last) return report(board, t("captain.clear.empty"));
    await board.request("clear", { link: last.digest, ...pinFields() });
    return report(board, counted("captain.clear.done", stored.length));
  } catch (error) {
    return report(board, faultOf(error).text, true);
  }
}

/** @type {(board: Board, text: string, bad?: boolean) => void} */
const report = (board, text, bad) => appendLog(byId("clear-answer"), boardLabel(board), text, bad);
