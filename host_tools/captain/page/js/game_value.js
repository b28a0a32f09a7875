// What a game is worth under one of the firmware's presets in which low does not win (firmware/rules/outcome.py).

import { FACTS } from "../facts.js";
import { t as text } from "./catalogue.js";
import { ScoreFault } from "./fault.js";

const [PLAYED, TIMED_OUT, FORFEIT] = FACTS.lines.ends;
const NOBODY = -1;

/** The sides of a game that ended with front pegs on `holes`: won (null if drawn), points, spread, level, holes.
 * `forfeits` is the index of the side that forfeits, or -1. Throws Fault for scores that no game ends with. */
export function gameValue(preset, holes, end, forfeits) {
  checkScores(preset, holes, end);
  const team = end === PLAYED ? holes.indexOf(preset.target) : forfeits;
  const winner = winnerOf(holes, end, team);
  if (winner === NOBODY) return holes.map((hole) => ({ won: null, points: 0, spread: 0, level: 0, holes: hole }));
  const losers = [...holes.keys()].filter((t) => t !== winner);
  const level = end === PLAYED ? Math.max(...losers.map((t) => levelOf(preset, holes[t]))) : 0;
  const spread = spreads(preset, holes, end, winner);
  return holes.map((hole, t) => {
    const won = t === winner;
    const points = won ? winPoints(preset, hole, end, level) : lossPoints(preset, hole, end === FORFEIT && t === team);
    return { won, points, spread: spread[t], level: won ? level : 0, holes: hole };
  });
}

function checkScores({ target }, holes, end) {
  const wrong = holes.find((hole) => hole < 0 || hole > target);
  if (wrong !== undefined) throw new ScoreFault("hole", { score: wrong, target });
  const out = holes.filter((hole) => hole === target).length;
  if (end === PLAYED && out !== 1) throw new ScoreFault("out", { target, count: out });
  if (end !== PLAYED && out) throw new ScoreFault("ended", { end: () => text(`desk.end.${end}`), target });
}

/** The index of the side in front of all that do not forfeit; if several are, NOBODY, or after a forfeit the first. */
function winnerOf(holes, end, team) {
  if (end === PLAYED) return team;
  const sides = [...holes.keys()].filter((t) => end === TIMED_OUT || t !== team);
  const most = Math.max(...sides.map((t) => holes[t]));
  const first = sides.filter((t) => holes[t] === most);
  return first.length > 1 && end !== FORFEIT ? NOBODY : first[0];
}

function levelOf({ skunk, double, triple }, hole) {
  const lines = [skunk, double, triple];
  const passed = lines.findIndex((line) => line === null || hole > line);
  return passed < 0 ? lines.length : passed;
}

function spreads(preset, holes, end, winner) {
  if (!preset.spread || end === FORFEIT) return holes.map(() => 0);
  const margins = holes.map((hole) => Math.max(holes[winner] - hole, 0));
  const sum = margins.reduce((one, other) => one + other, 0);
  return margins.map((margin, t) => (t === winner ? sum : margin && -margin));
}

function winPoints({ win }, hole, end, level) {
  if (win !== "holes") return win[level];
  return end === FORFEIT ? FACTS.lines.forfeit_holes : hole;
}

/** The points of a loser; if points are holes, the side that forfeits has none. */
function lossPoints({ target, loss }, hole, forfeits) {
  if (loss === "behind") return target - hole;
  if (loss !== "holes") return loss;
  return forfeits ? 0 : hole;
}
