// Names that players have given to the teams, saved by the browser; the board knows letters only.

import { readSetting, saveSetting } from "./settings-storage.js";

export const NAME_LETTERS = 24; // of a player's name, at most
export const TEAM_NAME_LETTERS = 2 * NAME_LETTERS + 3; // of two partners'

let givenNames = readNames();
/** @type {ByTeam<string> | null} */
let shownNames = null; // in place of those

/** @returns {ByTeam<string>} */
function readNames() {
  try {
    return JSON.parse(readSetting("names", "{}"));
  } catch {
    return {};
  }
}

/** Returns a team's given name, or else its letter.
 * @param {string} team */
export const teamName = (team) => (shownNames ?? givenNames)[team] || team;

/** Returns a team's saved name, or "".
 * @param {string} team */
export const givenName = (team) => givenNames[team] ?? "";

/** Returns all saved names, by letter. */
export const allNames = () => givenNames;

/** Shows these names in place of the saved ones, as those of another board; null: the saved ones again.
 * @param {ByTeam<string> | null} names */
export const useNames = (names) => (shownNames = names);

/** Saves these names, "" for none.
 * @param {ByTeam<string>} names */
export function saveNames(names) {
  givenNames = { ...givenNames, ...names };
  saveSetting("names", JSON.stringify(givenNames));
  saveSetting("players", "[]");
}

/** Returns the players' names in the order in which they sit; of partners each one's. A name that was not given is "".
 * @returns {string[]} */
export function playerNames() {
  try {
    const players = JSON.parse(readSetting("players", "[]"));
    if (players.length) return players;
  } catch {
    // as if there were none
  }
  return [..."ABCD"].map(givenName);
}

/** Saves the players' names in the order in which they sit: with two teams, four players are partners of who sits opposite.
 * @param {string[]} names
 * @param {number} teams */
export function savePlayers(names, teams) {
  const partners = names.length > teams;
  const nameOf = (/** @type {number} */ team) =>
    partners ? [names[team], names[team + teams]].filter(Boolean).join(" & ") : names[team];
  saveNames(Object.fromEntries([...names.slice(0, teams)].map((_, team) => ["ABCD"[team], nameOf(team)])));
  saveSetting("players", JSON.stringify(names));
}

/** Returns the name of the player in a seat: with more seats than teams of one of two partners.
 * @param {number} seat
 * @param {number} teams */
export const seatName = (seat, teams) => (shownNames ? "" : playerNames()[seat]) || teamName("ABCD"[seat % teams]);

/** Returns the name of who deals first: of two partners the one whose deal it is, where the board knows that.
 * @param {BoardState} state in which a team deals first */
export const dealerName = ({ dealer, deals, tracks }) =>
  deals === null ? teamName(/** @type {string} */ (dealer)) : seatName(deals, Object.keys(tracks).length);
