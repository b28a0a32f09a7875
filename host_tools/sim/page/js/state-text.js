// The board's state and its results as text.

import { counted, list, minus, t } from "./catalogue.js";
import { label } from "./team-names.js";

const PHASES = {
  idle,
  pending: (facts) => t(facts.warned ? "phase.warned" : "phase.pending", facts),
  sign: ({ team, unsigned }) => counted("phase.sign", unsigned.length, { team, teams: list(unsigned.map(label)) }),
  undo: (facts, { tracks }, letter) => (facts.returning ? t("phase.return", facts) : undone(facts.team, tracks[letter])),
  "game-over": (facts, { friendly }, letter, last) => verdict(friendly ? null : last),
  "match-over": (facts, { winner }) => (winner ? t("result.match", { team: label(winner) }) : t("result.match_drawn")),
  status: (facts, state) => status(state),
  setup: ({ testing, setup }) => (testing ? t("phase.test") : settings(setup)),
  judge: ({ judge }) => JUDGE[judge.page](judge),
};

const JUDGE = {
  choose: ({ count, offered }) => (offered ? t("phase.choose", { count, decision: t(`decision.${offered}`) }) : t("phase.choose_first")),
  detail: (judge) => (judge.team ? decision(judge, "phase.detail") : t("phase.detail_first", { decision: t(`decision.${judge.operation}`) })),
  agree: (judge) => decision(judge, "phase.agree"),
};

function idle(facts, { dealer }) {
  if (dealer) return t("phase.idle_deals", { dealer: label(dealer) });
  return t(facts.asks_dealer ? "phase.idle_asks" : "phase.idle");
}

const undone = (team, { front, back }) => t("phase.undo", { team, from: front, to: back, count: front - back });
const settings = (setup) => t("phase.setup", { ...setup, preset: presetName(setup.preset), muggins: setup.muggins ? t("scores.muggins") : "" });

/** What a judge is about to decide, as far as it is known. */
function decision({ operation, team, to, count }, key) {
  const whom = to ? t("decision.to", { team: label(team), to: label(to) }) : label(team);
  return t(count ? key : "phase.detail_none", { decision: t(`decision.${operation}`), team: whom, count });
}

/** What is to be said for the state that virtual/page_board.py tells; `last` is the last result, if there is one. */
export function phase(state, last) {
  if (state.facts.asleep) return t("phase.asleep");
  if (state.refusal) return t("refused.said", { why: refusal(state.refusal) });
  const { asking } = state.facts;
  if (asking) return t("phase.pin", { digit: asking.digits + 1, count: asking.count });
  const facts = { ...state.facts, team: label(state.facts.team) };
  if (!(state.phase in PHASES)) return t(`phase.${state.phase}`, { ...facts, round: state.round });
  return PHASES[state.phase](facts, state, state.facts.team, last);
}

const WRONG = { "game-over": "hint.game-over-wrong", "match-over": "hint.match-over-wrong" };

/** Which keys go on from there. */
export function hint({ phase: name, facts, refusal: refused }) {
  if (facts.asleep || refused) return "";
  if (facts.asking) return t("hint.judge_pin");
  if (name === "idle") return t(facts.begun ? "hint.idle_begun" : "hint.idle");
  if (name === "undo") return t(facts.sign_off ? "hint.undo_signed" : "hint.undo");
  if (name === "judge") return t(`hint.judge_${facts.judge.page}`, { by: label(facts.judge.by) });
  if (name === "setup" && facts.testing) return t("hint.test");
  if (name === "pending" && facts.warned) return t("hint.warned");
  if (name in WRONG && facts.returns) return t(WRONG[name], { team: label(facts.returns) });
  return t(`hint.${name}`);
}

const refusal = (refused) => t(`refused.${refused.why}`, { ...refused, team: label(refused.team) });

function status({ won, points }) {
  const told = Object.keys(won).sort().map((team) => t("status.team", { team: label(team), won: won[team], points: minus(points[team]) }));
  const nothing = [...Object.values(won), ...Object.values(points)].every((number) => number === 0);
  return nothing ? t("phase.status_none") : t("phase.status", { won: told.join("; ") });
}

/** One result line of the board in words. */
export function result(line) {
  if (line.cleared) return t("result.cleared", { count: line.n });
  if (line.replaces) return t("result.reopened", line);
  const scores = Object.keys(line.scores).sort().map((team) => `${label(team)} ${line.scores[team]}`);
  return t("result.game", { ...line, scores: list(scores), verdict: verdict(line), signed: t(line.signed ? "result.signed" : "result.unsigned") });
}

/** Who won the game of a result line, and how; in lowball, who lost it. */
export function verdict(line) {
  if (!line) return t("result.over");
  const end = t(`result.${line.end}`);
  if (!line.winner) return t("result.drawn", { end });
  const losers = Object.keys(line.scores).filter((team) => team !== line.winner).sort();
  const others = list(losers.map(label));
  const low = losers.find((team) => line.scores[team] > line.scores[line.winner]);
  if (low && line.end === "played") return t("result.low", { team: label(low), others: list(Object.keys(line.scores).filter((team) => team !== low).sort().map(label)) });
  const values = { team: label(line.winner), others, end, margin: line.scores[line.winner] - Math.max(...losers.map((team) => line.scores[team])) };
  if (line.level && losers.length === 1) return t(`result.skunk${line.level}`, values);
  return t(line.level ? "result.wins_skunk" : line.end === "played" ? "result.wins" : "result.wins_early", values);
}

/** Name of a preset, by its id. */
export const presetName = (id) => t(`preset.${id}.name`);

/** What it is played to and what a game is worth. */
export const presetAbout = (id) => t(`preset.${id}.about`);
