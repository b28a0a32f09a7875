// Writes result lines as files: for the desk, as they are, and as a table.

import { FACTS } from "../facts.js";
import { resultCode } from "./seal.js";

const { header } = FACTS.lines;

/** What `cribboard event import` reads: every line that is one, each once, board by board in their order. */
export function deskFile(read) {
  const texts = read.flatMap(({ lines }) => lines.filter(({ line }) => line).map(({ text }) => text));
  return lined([...new Set(texts)]);
}

/** Every line of every board as it came, whatever it is. */
export const rawFile = (read) => lined(read.flatMap(({ lines }) => lines.map(({ text }) => text)));

/** A table with a row for each line, as `cribboard results --format csv` writes it. */
export const csvFile = (read) => lined([header, ...read.flatMap(rows)].map((row) => row.map(cell).join(",")));

const lined = (texts) => texts.map((text) => `${text}\n`).join("");
const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function rows({ uid, lines }) {
  return lines.map(({ text, line, wrong }) => {
    if (!line) return [uid, ...header.slice(2).map(() => ""), `${wrong}: ${[...text].slice(0, 40).join("")}`];
    return [line.board, ...[line.n, line.round, line.table, line.game].map(String), line.preset, line.end, sides(line, "holes"), sides(line, "points"), line.signed ? "yes" : "no", resultCode(line.mac), wrong];
  });
}

/** A number of each side: `A 121 B 90`. */
export const sides = (line, what) => line.sides.map((side, t) => `${FACTS.teams[t]} ${side[what]}`).join(" ");
