// What the board shows, in words.

const LEVELS = ["", " by a skunk", " by a double skunk", " by a triple skunk"];
const ENDS = { "timed-out": ", time called", forfeit: ", forfeit" };

const list = (names) => new Intl.ListFormat("en").format(names);
const plural = (count, word) => `${count} ${word}${Math.abs(count) === 1 ? "" : "s"}`;

const DECISIONS = "1 award, 2 take back, 3 false claim, 4 reopen, 5 timed out, 6 forfeit";

const PHASES = {
  deal: () => "Who deals first? That team presses a score key.",
  idle: () => "Ready to peg.",
  pending: ({ team, count, warned }) =>
    warned ? `Team ${team} counts ${count}, which nothing scores. OK if it is meant, BACK if not.` : `Team ${team} counts ${count}.`,
  claim: ({ team, count }) => `Team ${team} counts ${count} and is out. OK claims the game, BACK takes a press back.`,
  sign: ({ team, unsigned }) =>
    `Team ${team} claims the game. ${unsigned.length > 1 ? "Teams" : "Team"} ${list(unsigned)}: hold a score key to sign, BACK to dispute.`,
  undo: ({ team, sign_off: signOff }) =>
    `Team ${team} undoes its last move. ${signOff ? "Another team holds a key to agree" : "OK does it"}; BACK leaves it.`,
  "game-over": (facts, state, last) => `${verdict(last)} OK goes on.`,
  "match-over": (facts, state) => `${match(state)} OK starts the next round.`,
  status: () => "Games won and points are on the tracks.",
  setup: ({ setup: { preset, teams, brightness } }) =>
    `Setup: ${preset}, ${teams} teams, brightness ${brightness}. +1 preset, +2 teams, +5 brightness; OK takes it, BACK leaves.`,
  judge: ({ judge }) => JUDGE[judge.page](judge),
};

const JUDGE = {
  pin: ({ digits, count }) => `The judge’s PIN: digit ${digits + 1} is ${count}. OK goes on.`,
  choose: ({ count }) => `The judge decides: ${DECISIONS}. Now ${count || "none"}; OK chooses, BACK leaves.`,
  detail: ({ operation, team, count }) => `The judge: ${operation} ${team ? `for team ${team} ` : ""}${count || ""}. OK decides, BACK leaves.`,
};

/** One sentence for the state virtual/live.py tells; `last` is the last result, if there is one. */
export function phase(state, last) {
  return state.facts.asleep ? "Asleep: any key wakes the board." : PHASES[state.phase](state.facts, state, last);
}

/** One result line of the board in words. */
export function result(line) {
  if (line.replaces) return `Round ${line.round}, game ${line.game}: reopened, result ${line.replaces} no longer counts.`;
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
