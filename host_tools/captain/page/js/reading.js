// Reads all results off boards and checks them.

import { t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { called } from "./page.js";
import { bareLine } from "./result_line.js";
import { missing, verifyLines } from "./verify_lines.js";

/** What each board gave, side by side: { who, uid, lines, faults }, the last as functions of the language. What fails at one stops no other. */
export const readAll = (boards, event) => Promise.all(boards.map((board) => read(board, event)));

async function read(board, event) {
  const told = { who: called(board), uid: board.uid, lines: [], faults: [] };
  try {
    const texts = (await board.texts("results", { since: 0 })).map(bareLine);
    const [{ results }] = await board.ask("status");
    told.lines = await verifyLines(texts, { key: event.key, event: event.id });
    const gap = missing(told.lines, results);
    if (gap) told.faults.push(() => t("captain.results.missing", { first: gap[0], last: gap[1], count: results }));
  } catch (error) {
    const fault = faultOf(error);
    told.faults.push(() => fault.words);
  }
  return told;
}

/** All that is wrong with what a board gave, in words that name it. */
export function faults({ who, lines, faults: whole }) {
  const wrong = lines.filter((one) => one.wrong).map(({ line, wrong: why }) => t("captain.results.line_wrong", { n: line ? line.n : "?", why }));
  return [...wrong, ...whole.map((words) => words())].map((words) => ({ wrong: t("captain.results.of_board", { board: who, words }), advice: "" }));
}
