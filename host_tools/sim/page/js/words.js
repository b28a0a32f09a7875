// What the board shows, in words.

const LEVELS = ["", " by a skunk", " by a double skunk", " by a triple skunk"];
const ENDS = { "timed-out": ", time called", forfeit: ", forfeit" };

const list = (names) => new Intl.ListFormat("en").format(names);
const plural = (count, word) => `${count} ${word}${Math.abs(count) === 1 ? "" : "s"}`;

const PHASES = {
  deal: () => "Who deals first? That team presses a score key.",
  idle: () => "Ready to peg.",
  pending: ({ team, count, warned }) =>
    warned ? `Team ${team} counts ${count}: no hand scores that. OK if it is meant, BACK if not.` : `Team ${team} counts ${count}.`,
  claim: ({ team, count }) => `Team ${team} counts ${count} and claims the game hole. OK to claim, BACK to take a press back.`,
  sign: ({ team, unsigned }) =>
    `Team ${team} claims the game. ${unsigned.length ? `Team ${list(unsigned)}: hold a score key to sign, BACK to dispute.` : ""}`,
  undo: ({ team, agree }) => `Team ${team} takes its last move back. ${agree}`,
  "game-over": (facts, state) => `${verdict(state.results.at(-1))} OK goes on.`,
  "match-over": (facts, state) => `${verdict(state.results.at(-1))} ${match(state)} OK starts the next round.`,
  status: () => "Games won and points are on the tracks.",
  setup: ({ setup }) => `Setup: ${setup} +1 next preset, +2 teams, +5 brightness, OK takes it, BACK leaves.`,
  judge: () => "The judge’s menu. BACK leaves.",
};

/** One sentence for the state of a board (DESIGN.md section 5, with `facts`). */
export const phase = (state) => (state.facts.asleep ? "Asleep: any key wakes the board." : PHASES[state.phase](state.facts, state));

/** One result line of the board in words. */
export function result(line) {
  const scores = Object.entries(line.scores).map(([team, score]) => `${team} ${score}`);
  return `Round ${line.round}, game ${line.game}: ${list(scores)}. ${verdict(line)}${line.signed ? " Signed." : " Not signed."}`;
}

function verdict(line) {
  if (!line) return "The game is over.";
  const end = ENDS[line.end] ?? "";
  if (!line.winner) return `Drawn${end}.`;
  return `Team ${line.winner} wins${LEVELS[line.level]}${end}: ${plural(line.points[line.winner], "point")}.`;
}

function match(state) {
  return state.winner ? `The match is team ${state.winner}’s.` : "The match is drawn.";
}
