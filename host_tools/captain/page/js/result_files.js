// Formats boards' result lines as files: for the desk, unchanged, and as a table.

import { FACTS } from "../facts.js";

const header = FACTS.result_columns;

/** What a board without a name is called: the last digits of its id.
 * @param {string} uid */
export const shortName = (uid) => uid.slice(-FACTS.short_id);

/** The file that `cribboard event import` reads: every readable line once, board by board in order.
 * @param {BoardResults[]} boards */
export function deskFile(boards) {
  const texts = boards.flatMap(({ lines }) => lines.filter(({ line }) => line).map(({ text }) => text));
  return joinLines([...new Set(texts)]);
}

/** Every line of every board, unchanged, readable or not.
 * @param {BoardResults[]} boards */
export const rawFile = (boards) => joinLines(boards.flatMap(({ lines }) => lines.map(({ text }) => text)));

/** A CSV table with a row for each line, as `cribboard results --csv` writes it.
 * @param {BoardResults[]} boards */
export const csvFile = (boards) =>
  joinLines([header, ...boards.flatMap(csvRows)].map((row) => row.map(csvCell).join(",")));

/** @param {string[]} texts */
const joinLines = (texts) => texts.map((text) => `${text}\n`).join("");
/** @param {string} text */
const csvCell = (text) => {
  // A spreadsheet would take such a cell for a formula.
  const cell = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

/** @param {BoardResults} results */
function csvRows({ uid, name, lines }) {
  return lines.map(({ text, line, wrong }) => {
    if (!line) return [uid, name, ...header.slice(3).map(() => ""), `${wrong}: ${[...text].slice(0, 40).join("")}`];
    const winner = line.sides.map(({ won }, index) => (won ? FACTS.teams[index] : "")).join("");
    /** @type {(field: "holes" | "points") => string[]} */
    const byTeam = (field) => [...FACTS.teams].map((_, index) => String(line.sides[index]?.[field] ?? ""));
    return [
      line.board,
      name || shortName(line.board),
      ...[line.n, line.round, line.table, line.game].map(String),
      line.preset,
      line.end,
      winner,
      ...byTeam("holes"),
      ...byTeam("points"),
      line.signed ? "yes" : "no",
      line.code,
      wrong,
    ];
  });
}

/** A field of each side, such as `holes`: `A 121 B 90`.
 * @type {(line: ParsedLine, field: "holes" | "points") => string} */
export const sideValues = (line, field) =>
  line.sides.map((side, index) => `${FACTS.teams[index]} ${side[field]}`).join(" ");
