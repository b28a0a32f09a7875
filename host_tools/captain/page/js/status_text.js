// Formats a board's reply to `status` as text: the state of its game, its hardware.

import { hasMessage, t } from "./catalogue.js";

const OVER = ["game-over", "match-over"];

/** Whether a game has begun and is not over.
 * @param {StatusReply} status */
export function inPlay({ tracks, winner }) {
  return winner === null && Object.values(tracks).some(({ front, pending }) => front || pending);
}

/** Front pegs by team: `A 87  B 64`.
 * @type {(status: StatusReply) => string} */
export const frontPegs = ({ tracks }) =>
  Object.keys(tracks)
    .sort()
    .map((team) => `${team} ${tracks[team].front}`)
    .join("  ");

/** The state of play: `game 2: A 87  B 64`.
 * @param {StatusReply} status */
export function playText(status) {
  if (!inPlay(status) && status.winner === null) return idleText(status);
  const game = status.friendly ? t("captain.state.friendly") : t("captain.state.game", { game: status.game });
  const over = OVER.includes(status.phase) ? t(`captain.state.${status.phase}`) : "";
  return t("captain.state.scores", { game, scores: frontPegs(status) }) + over;
}

/** Why no game is being played.
 * @param {StatusReply} status */
function idleText({ phase, round }) {
  if (phase === "round") return t("captain.state.round", { round });
  if (phase === "idle" || phase === "deal") return t("captain.state.none");
  const key = `captain.state.menu_${phase}`;
  return hasMessage(key) ? t(key) : phase;
}

/** A board's configured hardware: `4 tracks of 121 LEDs, supply 1500 mA`.
 * @type {(hardware: NonNullable<StatusReply["hardware"]>) => string} */
export const hardwareText = (full) =>
  t("captain.state.hardware", { ...full, turned: full.reversed ? t("captain.state.reversed") : "" });
