// A board's `status` as text: the state of play and the equipment, in the words of a table.

import { known, t } from "./catalogue.js";

const OVER = ["game-over", "match-over"];

/** Whether a game has begun and is not over. */
export function inPlay({ tracks, winner }) {
  return winner === null && Object.values(tracks).some(({ front, pending }) => front || pending);
}

/** How many results the board holds. Older firmware says only how many it has counted. */
export const held = ({ held: number, results }) => number ?? results;

/** Front pegs by team: `A 87  B 64`. */
export const scores = ({ tracks }) => Object.keys(tracks).sort().map((team) => `${team} ${tracks[team].front}`).join("  ");

/** The state of play: `game 2: A 87  B 64`. */
export function play(status) {
  if (!inPlay(status) && status.winner === null) return waiting(status);
  const game = status.friendly ? t("captain.state.friendly") : t("captain.state.game", { game: status.game });
  const over = OVER.includes(status.phase) ? t(`captain.state.${status.phase}`) : "";
  return t("captain.state.scores", { game, scores: scores(status) }) + over;
}

/** Why nothing is being played. */
function waiting({ phase, round }) {
  if (phase === "round") return t("captain.state.round", { round });
  if (phase === "idle" || phase === "deal") return t("captain.state.none");
  const key = `captain.state.menu_${phase}`;
  return known(key) ? t(key) : phase;
}

/** What a board is set to have: `4 tracks of 121 LEDs, supply 1500 mA`. */
export const equipment = (full) => t("captain.state.hardware", { ...full, turned: full.reversed ? t("captain.state.reversed") : "" });
