// Reads all results off boards and checks them.

import { t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { boardLabel } from "./page.js";
import { missingNumbers, verifyLines } from "./verify_lines.js";

/** @typedef {import("./board.js").Board} Board */

/** Reads and verifies the results of all boards in parallel; resolves to those of each. An error of one board goes into its faults and does not stop the others.
 * @type {(boards: Board[], event: EventFields) => Promise<BoardResults[]>} */
export const readAll = (boards, event) => Promise.all(boards.map((board) => readBoard(board, event)));

/** @param {Board} board
 * @param {EventFields} event */
async function readBoard(board, event) {
  /** @type {BoardResults} */
  const results = {
    who: boardLabel(board),
    uid: board.uid,
    name: board.name,
    lines: [],
    faults: [],
    unfinished: board.described?.unfinished ?? null,
  };
  try {
    const texts = await board.requestLines("results", { since: 0 });
    const [status] = await board.request("status");
    results.lines = texts.map(unchecked);
    results.lines = await verifyLines(texts, event);
    const gap = missingNumbers(results.lines, status.results);
    if (gap)
      results.faults.push(() => t("captain.results.missing", { first: gap[0], last: gap[1], count: status.results }));
  } catch (error) {
    const fault = faultOf(error);
    results.faults.push(() => fault.text);
  }
  return results;
}

/** A line as it was read: where what checks it does not load, it can be saved all the same.
 * @param {string} text
 * @returns {VerifiedLine} */
const unchecked = (text) => ({
  text,
  digest: "",
  line: null,
  get wrong() {
    return t("captain.results.unchecked");
  },
});

/** The faults of a board's lines and of its log, as findings that name the board.
 * @param {BoardResults} results
 * @returns {Finding[]} */
export function faultLines({ who, lines, faults }) {
  const wrong = lines
    .filter((line) => line.digest && line.wrong)
    .map(({ line, wrong: why }) => t("captain.results.line_wrong", { n: line ? line.n : "?", why }));
  const texts = [...wrong, ...faults.map((message) => message())];
  return texts.map((text) => ({ wrong: t("captain.results.of_board", { board: who, words: text }), advice: "" }));
}
