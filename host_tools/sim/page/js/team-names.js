// Names that players have given to the teams, saved by the browser; the board knows letters only.

import { readSetting, saveSetting } from "./settings-storage.js";

export const NAME_LETTERS = 12; // at most

let givenNames = readNames();

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
export const teamName = (team) => givenNames[team] || team;

/** Returns a team's given name, or "".
 * @param {string} team */
export const givenName = (team) => givenNames[team] ?? "";

/** Returns all given names, by letter. */
export const allNames = () => givenNames;

/** Uses these names until the page is closed, without saving them.
 * @param {ByTeam<string>} names */
export const useNames = (names) => (givenNames = names);

/** Uses and saves these names, "" for none.
 * @param {ByTeam<string>} names */
export function saveNames(names) {
  givenNames = { ...givenNames, ...names };
  saveSetting("names", JSON.stringify(givenNames));
}
