// Score cards to print: one for each side of each table, a line for each game.

import { FACTS } from "../facts.js";
import { minus, t } from "./catalogue.js";
import { html } from "./page.js";

/** A side's games at a table, or at no table on a board (`who`).
 * @typedef {{ table: number, who: string, side: string, games: (Side & { round: number, game: number, others: string })[] }} Card */

/** The cards (elements) of all games in sound lines, ordered by table and side; `title` is printed on each.
 * @param {BoardResults[]} boards
 * @param {string} title */
export function scoreCards(boards, title) {
  /** @type {Map<string, Card>} */
  const cards = new Map(); // by table and side
  for (const { who, lines } of boards) for (const line of countingLines(lines)) addToCards(cards, who, line);
  return [...cards.values()]
    .sort((a, b) => a.table - b.table || a.side.localeCompare(b.side))
    .map((card) => cardElement(card, title));
}

/** The lines that count: sound ones of games that were not reopened.
 * @param {VerifiedLine[]} lines */
function countingLines(lines) {
  const sound = lines.flatMap(({ line, wrong }) => (line && !wrong ? [line] : []));
  const reopened = new Set(sound.map(({ replaces }) => replaces));
  return sound.filter(({ n, sides }) => sides.length && !reopened.has(n));
}

/** Adds a line's game to the card of each side; `who` is the board, for games at no table.
 * @param {Map<string, Card>} cards
 * @param {string} who
 * @param {ParsedLine} line */
function addToCards(cards, who, line) {
  line.sides.forEach((side, index) => {
    const letter = FACTS.teams[index];
    const key = `${line.table || who} ${letter}`;
    const card = cards.get(key) ?? { table: line.table, who, side: letter, games: [] };
    cards.set(key, card);
    const others = line.sides.map((_, other) => FACTS.teams[other]).filter((other) => other !== letter);
    card.games.push({ ...side, round: line.round, game: line.game, others: others.join(" ") });
  });
}

/** @param {number} number */
const digits = (number) => (number ? String(Math.abs(number)).padStart(2, "0") : "");
/** @type {(cells: (string | number)[], name?: "td" | "th") => HTMLElement} */
const row = (cells, name = "td") =>
  html("tr", {}, ...cells.map((cell) => html(name, name === "th" ? { scope: "col" } : {}, String(cell))));

/** @param {Card} card
 * @param {string} title */
function cardElement({ table, who, side, games }, title) {
  const heads = ["round", "game", "points", "plus", "minus", "against"].map((name) => t(`captain.print.${name}`));
  const lines = games
    .sort((a, b) => a.round - b.round || a.game - b.game)
    .map((game) =>
      row([
        game.round,
        game.game,
        minus(game.points),
        game.spread > 0 ? digits(game.spread) : "",
        game.spread < 0 ? digits(game.spread) : "",
        game.others,
      ]),
    );
  /** @param {"points" | "spread"} name */
  const sum = (name) => games.reduce((total, game) => total + Number(game[name]), 0);
  const place = table ? t("captain.print.table", { table, side }) : t("captain.print.board", { board: who, side });
  return html(
    "section",
    { class: "score-card" },
    html("h3", {}, place),
    html("p", {}, title),
    html("p", { class: "player" }, t("captain.print.name")),
    html("table", {}, html("thead", {}, row(heads, "th")), html("tbody", {}, ...lines)),
    html(
      "p",
      {},
      t("captain.print.total", {
        won: games.filter(({ won }) => won).length,
        points: minus(sum("points")),
        net: minus(sum("spread")),
      }),
    ),
  );
}
