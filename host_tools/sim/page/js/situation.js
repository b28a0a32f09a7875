// What stands on the board at home between two moves: the last move, who leads, whose deal and crib it is, a skunk in danger.

import { list, t } from "./catalogue.js";
import { seatName, teamName } from "./team-names.js";

const NEAR_LINE = 30; // holes from the target within which a skunk is in danger

/** Returns the sentences of a state in which a game is on and nothing is counted; null in any other.
 * @param {BoardState} state
 * @param {Game | null} game
 * @returns {{ phase: string, hint: string } | null} */
export function situation(state, game) {
  const { facts, refusal } = state;
  if (!facts.at_home || facts.asked !== "idle" || refusal) return null;
  if (!facts.begun || !game?.moves.length) return null;
  const { moves } = game;
  const { pointless } = facts;
  const parts = [leadText(state), dealText(state), dangerText(state)];
  return {
    phase: pointless
      ? t("moves.nothing", { team: teamName(pointless) })
      : moveText(moves[moves.length - 1], movesBefore(game, moves.length - 1)),
    hint: parts.filter(Boolean).join(" · "),
  };
}

/** Returns a move in words; `before`: where that team's front peg was.
 * @param {Move} move
 * @param {number} before */
export function moveText([number, front], before) {
  const values = { team: teamName("ABCD"[number]), count: front - before, front };
  return t(front < before ? "moves.back" : "moves.on", { ...values, count: Math.abs(values.count) });
}

/** Returns where the front peg of the team of the move with that index was before it.
 * @param {Pick<Game, "moves">} game
 * @param {number} index */
export const movesBefore = ({ moves }, index) =>
  moves.slice(0, index).findLast(([team]) => team === moves[index][0])?.[1] ?? 0;

/** Returns who leads, and by how many holes.
 * @param {BoardState} state */
export function leadText({ tracks }) {
  const teams = Object.keys(tracks).sort((one, other) => tracks[other].front - tracks[one].front);
  const lead = tracks[teams[0]].front - tracks[teams[1]].front;
  const level = teams.filter((team) => tracks[team].front === tracks[teams[0]].front).sort();
  if (!lead) return t("situation.level", { teams: list(level.map(teamName)) });
  return t("situation.leads", { team: teamName(teams[0]), count: lead });
}

/** Returns whose deal and crib it is, "" if the board does not know.
 * @param {BoardState} state */
export const dealText = ({ deals, tracks }) =>
  deals === null ? "" : t("situation.deals", { name: seatName(deals, Object.keys(tracks).length) });

/** Returns who is in danger of a skunk, and how many holes each needs: somebody is near the end, others have not passed the line.
 * @param {BoardState} state */
export function dangerText({ tracks, facts }) {
  const line = facts.lines[0];
  const fronts = Object.values(tracks).map(({ front }) => front);
  if (line === null || facts.low || Math.max(...fronts) < facts.target - NEAR_LINE) return "";
  const behind = Object.keys(tracks)
    .sort()
    .filter((team) => tracks[team].front <= line);
  const who = behind.map((team) => `${teamName(team)} ${line + 1 - tracks[team].front}`).join(", ");
  return who && t("situation.danger", { who });
}
