// The games that were played on this device: a list, and the tally by names over all of them.

import { givenName } from "./team-names.js";
import { readSetting, saveSetting } from "./settings-storage.js";

const FORMAT = "cribbage-games-1";

/** A game: who played, how it ended, and its moves as in a link. `winner`: number of the side, -1 for none, as of a game that
 * was left; `skunked`: the numbers of the sides that were skunked, doubly or not; `corrected`: its scores were put right.
 * @typedef {{ id: string, at: number, names: string[], scores: number[], winner: number, skunked: number[], link: string,
 *   corrected?: boolean }} KeptGame */

/** @returns {KeptGame[]} the last one first */
export function keptGames() {
  try {
    return JSON.parse(readSetting("games", "[]"));
  } catch {
    return [];
  }
}

/** Keeps a game, in place of one with its id.
 * @param {KeptGame} game */
export function keepGame(game) {
  const others = keptGames().filter(({ id }) => id !== game.id);
  saveSetting("games", JSON.stringify([game, ...others].sort((one, other) => other.at - one.at)));
}

/** Removes a game, as one whose end was taken back.
 * @param {string} id */
export function dropGame(id) {
  const games = keptGames();
  if (games.some((game) => game.id === id))
    saveSetting("games", JSON.stringify(games.filter((game) => game.id !== id)));
}

/** Returns the names of sides, or the letters of those that have none.
 * @param {string} teams */
export const namesOfGame = (teams) => [...teams].map((team) => givenName(team) || team);

/** Returns all names that have played, those of partners each by itself. */
export function knownNames() {
  const sides = keptGames().flatMap(({ names }) => names);
  return [...new Set(sides.flatMap((name) => name.split(" & ")))].filter((name) => name.length > 1);
}

/** Of the games between the same sides: how many each has won, and how often each has skunked each (`skunks[winner][loser]`).
 * @typedef {{ names: string[], won: number[], skunks: number[][], last: number }} Tally */

/** Returns the tally, who played last first. The order in which sides sat does not matter.
 * @param {KeptGame[]} games
 * @returns {Tally[]} */
export function tallyOf(games) {
  /** @type {Map<string, Tally>} */
  const tallies = new Map();
  for (const { names, winner, skunked, at } of games) {
    if (winner < 0) continue;
    const key = [...names].sort().join("\n");
    const none = names.map(() => 0);
    const tally = tallies.get(key) ?? { names, won: [...none], skunks: names.map(() => [...none]), last: at };
    tallies.set(key, tally);
    const place = tally.names.indexOf(names[winner]);
    tally.won[place]++;
    for (const loser of skunked) tally.skunks[place][tally.names.indexOf(names[loser])]++;
    tally.last = Math.max(tally.last, at);
  }
  return [...tallies.values()].sort((one, other) => other.last - one.last);
}

/** Returns the file of all games. */
export const exportGames = () =>
  new Blob([JSON.stringify({ format: FORMAT, games: keptGames() }, null, 1)], { type: "application/json" });

/** Adds the games of a file to those that are here, which stay; returns how many are new. Throws for a file that is none.
 * @param {string} text
 * @returns {number} */
export function importGames(text) {
  const file = JSON.parse(text);
  if (file.format !== FORMAT || !Array.isArray(file.games) || !file.games.every(isGame))
    throw new TypeError("no games");
  const here = keptGames();
  const ids = new Set(here.map(({ id }) => id));
  /** @type {KeptGame[]} */
  const added = file.games.filter((/** @type {KeptGame} */ { id }) => !ids.has(id));
  const all = [...new Map([...added, ...here].map((game) => [game.id, game])).values()];
  saveSetting("games", JSON.stringify(all.sort((one, other) => other.at - one.at)));
  return new Set(added.map(({ id }) => id)).size;
}

/** @param {any} game
 * @returns {boolean} */
function isGame(game) {
  const sides = game?.names?.length;
  const all = (/** @type {unknown} */ values, /** @type {string} */ type) =>
    Array.isArray(values) && values.length === sides && values.every((value) => typeof value === type);
  return (
    sides >= 2 &&
    sides <= 4 &&
    all(game.names, "string") &&
    all(game.scores, "number") &&
    [game.at, game.winner].every(Number.isFinite) &&
    game.winner < sides &&
    Array.isArray(game.skunked) &&
    game.skunked.every((/** @type {unknown} */ loser) => game.names[Number(loser)] !== undefined) &&
    typeof game.id === "string" &&
    typeof game.link === "string"
  );
}
