// The rules of a game at home: what the reader has chosen, and the board's preset for that. Nobody signs, and no rest pegs a
// count.

import { t } from "./catalogue.js";
import { readSetting, saveSetting } from "./settings-storage.js";

/** By the kind of game: the fields of its preset that differ from those of the preset `casual`.
 * @type {Record<string, Partial<PresetFields>>} */
export const KINDS = {
  121: {},
  61: { target: 61, skunk: 30, double: null, win: [1, 2, 2, 2] },
  five: { target: 61, start: 3, skunk: null, double: null },
  seven: { target: 151, highest: 46, skunk: null, double: null },
  low: { low_wins: "game", skunk: null, double: null },
};
const PLAIN = { win: [1, 1, 1, 1] }; // each game counts as one
const NO_SKUNKS = { skunk: null, double: null, triple: null, ...PLAIN };
const ENDLESS = 99; // games, one after the other, each by itself

/** `players`: 2, 3, 4, or 22 for partners; `best`: of how many games, 1 for single ones.
 * @typedef {{ players: number, kind: string, best: number, muggins: boolean, skunks: boolean }} HomeRules */

/** @type {HomeRules} */
const FIRST = { players: 2, kind: "121", best: 1, muggins: false, skunks: true };

/** Returns the rules of the last game that was begun at home.
 * @returns {HomeRules} */
export function homeRules() {
  try {
    const saved = { ...FIRST, ...JSON.parse(readSetting("rules", "{}")) };
    return saved.kind in KINDS ? saved : FIRST;
  } catch {
    return FIRST;
  }
}

/** @param {HomeRules} rules */
export const saveHomeRules = (rules) => saveSetting("rules", JSON.stringify(rules));

/** Returns the number of tracks that so many players peg on.
 * @param {HomeRules} rules */
export const tracksOf = ({ players }) => (players === 22 ? 2 : players);

/** Returns in which fields the preset of these rules differs from `casual`.
 * @param {HomeRules} rules
 * @returns {Partial<PresetFields>} */
export const presetChanges = ({ kind, best, skunks }) => ({
  ...KINDS[kind],
  ...(skunks ? {} : NO_SKUNKS),
  ...(best > 1 ? { series: "best_of", games: best } : { series: "fixed", games: ENDLESS, ...PLAIN }),
});

/** Returns the rules of a game that is on, in words.
 * @param {BoardState} state */
export function homeRulesText({ facts, game }) {
  const { target, games, low } = facts;
  const parts = [
    low ? t("rules.low", { target }) : t("rules.to", { target }),
    games < ENDLESS ? t("rules.best", { games, game }) : t("rules.game", { game }),
    ...(facts.muggins ? [t("rules.muggins")] : []),
  ];
  return parts.join(" · ");
}
