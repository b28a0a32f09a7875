// What the board shows, in words.

import { counted, list, minus, t } from "./catalogue.js";

const PHASES = {
  deal: () => t("phase.deal"),
  idle: () => t("phase.idle"),
  pending: (facts) => t(facts.warned ? "phase.warned" : "phase.pending", facts),
  claim: (facts) => t("phase.claim", facts),
  sign: ({ team, unsigned }) => counted("phase.sign", unsigned.length, { team, teams: list(unsigned) }),
  undo: (facts) => t(facts.sign_off ? "phase.undo_signed" : "phase.undo", facts),
  "game-over": (facts, state, last) => t("phase.game_over", { verdict: verdict(last) }),
  "match-over": (facts, { winner }) => t("phase.match_over", { verdict: winner ? t("result.match", { team: winner }) : t("result.match_drawn") }),
  status: (facts, state) => status(state),
  setup: ({ testing, setup }) => (testing ? t("phase.test") : t("phase.setup", { ...setup, preset: presetName(setup.preset) })),
  judge: ({ judge }) => JUDGE[judge.page](judge),
};

const JUDGE = {
  pin: ({ digits, count }) => t("phase.pin", { digit: digits + 1, count }),
  choose: ({ count, offered }) => t("phase.choose", { count, decision: t(`decision.${offered || "none"}`) }),
  detail: ({ operation, team, count }) =>
    t("phase.detail", { decision: t(`decision.${operation}`), team: team && t("decision.team", { team }), count: count || "" }).replace(/ +\./, "."),
};

/** One sentence for the state virtual/live.py tells; `last` is the last result, if there is one. */
export function phase(state, last) {
  if (state.facts.asleep) return t("phase.asleep");
  if (state.refusal) return t("refused.said", { why: t(`refused.${state.refusal.why}`, state.refusal) });
  return PHASES[state.phase](state.facts, state, last);
}

function status({ won, points }) {
  const told = Object.keys(won).sort().map((team) => t("status.team", { team, won: won[team], points: minus(points[team]) }));
  const nothing = [...Object.values(won), ...Object.values(points)].every((number) => number === 0);
  return nothing ? t("phase.status_none") : t("phase.status", { won: told.join("; ") });
}

/** One result line of the board in words. */
export function result(line) {
  if (line.cleared) return t("result.cleared", { count: line.n });
  if (line.replaces) return t("result.reopened", line);
  const scores = Object.entries(line.scores).map(([team, score]) => `${team} ${score}`);
  return t("result.game", { ...line, scores: list(scores), verdict: verdict(line), signed: t(line.signed ? "result.signed" : "result.unsigned") });
}

function verdict(line) {
  if (!line) return t("result.over");
  const end = t(`result.${line.end}`);
  if (!line.winner) return t("result.drawn", { end });
  const level = line.level ? t(`result.skunk${line.level}`) : "";
  return t("result.wins", { team: line.winner, level, end, points: counted("result.points", line.points[line.winner]) });
}

/** Name of a preset, by its id. */
export const presetName = (id) => t(`preset.${id}.name`);

/** What it is played to and what a game is worth. */
export const presetAbout = (id) => t(`preset.${id}.about`);
