// Players' names of the teams: letters, unless they gave names. Kept by the browser; the board knows letters only.

import { keep, setting } from "./settings-storage.js";

let given = read();

function read() {
  try {
    return JSON.parse(setting("names", "{}"));
  } catch {
    return {};
  }
}

/** The name of the team with that letter, or the letter. */
export const label = (team) => given[team] || team;

/** The name that was given, or "". */
export const named = (team) => given[team] ?? "";

/** All names that were given. */
export const names = () => given;

/** Calls teams as they are called on another page, as long as this one is there. */
export const hear = (names) => (given = names);

/** Calls teams by these names (letter → name, "" for none) from now on. */
export function call(names) {
  given = { ...given, ...names };
  keep("names", JSON.stringify(given));
}
