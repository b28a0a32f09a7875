// Names that players have given to the teams, saved by the browser; the board knows letters only.

import { readSetting, saveSetting } from "./settings-storage.js";

export const NAME_LETTERS = 12; // at most

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
}
