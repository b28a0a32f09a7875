// Names that players have given to the teams, saved by the browser; the board knows letters only.

import { readSetting, saveSetting } from "./settings-storage.js";

let givenNames = readNames();

function readNames() {
  try {
    return JSON.parse(readSetting("names", "{}"));
  } catch {
    return {};
  }
}

/** Returns a team's given name, or else its letter. */
export const teamName = (team) => givenNames[team] || team;

/** Returns a team's given name, or "". */
export const givenName = (team) => givenNames[team] ?? "";

/** Returns all given names, by letter. */
export const allNames = () => givenNames;

/** Uses these names (letter → name) until the page is closed, without saving them. */
export const useNames = (names) => (givenNames = names);

/** Uses and saves these names (letter → name, "" for none). */
export function saveNames(names) {
  givenNames = { ...givenNames, ...names };
  saveSetting("names", JSON.stringify(givenNames));
}
