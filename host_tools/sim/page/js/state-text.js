// Texts for the board's state and its results.

import { counted, list, minus, t } from "./catalogue.js";
import { dealerName, teamName } from "./team-names.js";

/** By what is asked: its sentence, where that needs more than team, count and round.
 * @type {Record<string, (facts: Facts, state: BoardState, last: GameLine | null) => string>} */
const ASKED = {
  idle: idleText,
  sign: ({ team, agreeing }) =>
    counted("phase.sign", agreeing.length, { team: teamName(team), teams: list(agreeing.map(teamName)) }),
  undo: ({ team }, { tracks }) => undoText(teamName(team), tracks[team]),
  "game-over": (facts, { friendly }, last) => verdictText(friendly ? null : last),
  "match-over": (facts, state) => matchText(state),
  status: (facts, state) => statusText(state),
  pin: ({ asking }) => t("phase.pin", { digit: (asking?.digits ?? 0) + 1, count: asking?.count ?? 0 }),
  setup: ({ setup }) => (setup ? setupText(setup) : ""),
  setup_round: (facts, { round }) => t("phase.round", { round }),
  judge_choose: judging(({ count, offered }) =>
    offered ? t("phase.choose", { count, decision: t(`decision.${offered}`) }) : t("phase.choose_first"),
  ),
  judge_detail: judging((judge) =>
    judge.team
      ? decisionText(judge, "phase.detail")
      : t("phase.detail_first", { decision: t(`decision.${judge.operation}`) }),
  ),
  judge_agree: judging((judge) => decisionText(judge, "phase.agree")),
};

/** @param {(judge: JudgeMenu) => string} text
 * @returns {(facts: Facts) => string} */
function judging(text) {
  return ({ judge }) => (judge ? text(judge) : "");
}

/** @param {Facts} facts
 * @param {BoardState} state */
function idleText(facts, state) {
  if (state.dealer) return t("phase.idle_deals", { dealer: dealerName(state) });
  return t(facts.asks_dealer ? "phase.idle_asks" : "phase.idle");
}

/** @type {(team: string, track: Track) => string} */
const undoText = (team, { front, back }) => t("phase.undo", { team, from: front, to: back, count: front - back });

/** @param {SetupMenu} setup */
const setupText = (setup) =>
  t("phase.setup", { ...setup, preset: presetName(setup.preset), muggins: setup.muggins ? t("scores.muggins") : "" });

/** Returns the message of `key` with a judge's decision, as far as it has been entered.
 * @param {JudgeMenu} judge
 * @param {string} key */
function decisionText({ operation, team, to, count }, key) {
  const whom = to ? t("decision.to", { team: teamName(team), to: teamName(to) }) : teamName(team);
  return t(count ? key : "phase.detail_none", { decision: t(`decision.${operation}`), team: whom, count });
}

/** Returns the sentence for a state; `last` is the last result line.
 * @param {BoardState} state
 * @param {GameLine | null} last */
export function phaseText(state, last) {
  const { facts, refusal, round } = state;
  if (refusal && facts.asked !== "asleep") return t("refused.said", { why: refusalText(refusal) });
  const said = ASKED[facts.asked]?.(facts, state, last);
  return said ?? t(`phase.${facts.asked}`, { ...facts, team: teamName(facts.team), round });
}

/** @type {Record<string, string>} */
const WRONG = { "game-over": "hint.game-over-wrong", "match-over": "hint.match-over-wrong" };

/** Returns which keys can be pressed in a state; "" for no hint.
 * @param {BoardState} state */
export function hintText({ facts, refusal, dealer }) {
  const { asked, agreeing, team } = facts;
  if (asked === "asleep" || refusal) return "";
  if (asked === "idle" && (facts.begun || (facts.at_home && dealer))) return t("hint.idle_begun");
  if (asked === "setup" && facts.in_event) return t("hint.setup_event");
  if (asked === "undo" || asked === "return")
    return t(agreeing.length ? "hint.undo_signed" : "hint.undo_ok", { team: teamName(team) });
  // Nobody's keys have chosen what a host asks for.
  if (asked === "judge_agree" && !facts.judge?.by) return t("hint.judge_asks");
  if (asked in WRONG && facts.returns) return t(WRONG[asked], { team: teamName(facts.returns) });
  return t(`hint.${asked}`, { by: teamName(facts.judge?.by ?? "") });
}

/** @param {Refusal} refused */
const refusalText = (refused) => t(`refused.${refused.why}`, { ...refused, team: teamName(refused.team) });

/** Returns how many games each team has won: at home as they count, where a skunk may be more than one.
 * @param {BoardState} state */
export const gamesWon = ({ won, points, facts }) => (facts.at_home ? points : won);

/** @param {BoardState} state */
function statusText(state) {
  const { won, points } = state;
  const games = gamesWon(state);
  const teams = Object.keys(won)
    .sort()
    .map((team) => t("status.team", { team: teamName(team), won: games[team], points: minus(points[team]) }));
  const nothing = [...Object.values(won), ...Object.values(points)].every((number) => number === 0);
  return nothing ? t("phase.status_none") : t("phase.status", { won: teams.join("; ") });
}

/** Returns a result line as a sentence.
 * @param {ResultLine} line */
export function resultText(line) {
  if (line.cleared) return t("result.cleared", { count: line.n });
  if (line.replaces) return t("result.reopened", line);
  const scores = Object.keys(line.scores)
    .sort()
    .map((team) => `${teamName(team)} ${line.scores[team]}`);
  return t("result.game", {
    ...line,
    scores: list(scores),
    verdict: verdictText(line),
    signed: t(line.signed ? "result.signed" : "result.unsigned"),
  });
}

/** Returns who won the game of a result line, and how; in lowball, who lost it.
 * @param {GameLine | null} line */
export function verdictText(line) {
  if (!line) return t("result.over");
  const { winner } = line;
  const end = t(`result.${line.end}`);
  if (!winner) return t("result.drawn", { end });
  const losers = Object.keys(line.scores)
    .filter((team) => team !== winner)
    .sort();
  const others = list(losers.map(teamName));
  const low = losers.find((team) => line.scores[team] > line.scores[winner]);
  if (low && line.end === "played")
    return t("result.low", {
      team: teamName(low),
      others: list(
        Object.keys(line.scores)
          .filter((team) => team !== low)
          .sort()
          .map(teamName),
      ),
    });
  const values = {
    team: teamName(winner),
    others,
    end,
    margin: line.scores[winner] - Math.max(...losers.map((team) => line.scores[team])),
  };
  if (line.level && losers.length === 1) return t(`result.skunk${line.level}`, values);
  return t(
    line.level ? `result.wins_skunk${line.level}` : line.end === "played" ? "result.wins" : "result.wins_early",
    values,
  );
}

/** Returns who has won a match that is over.
 * @param {BoardState} state */
export const matchText = ({ winner }) =>
  winner ? t("result.match", { team: teamName(winner) }) : t("result.match_drawn");

/** Returns the rules and the game's number.
 * @param {BoardState} state */
export const rulesText = (state) =>
  t(state.friendly ? "scores.friendly" : "scores.match", { ...state, preset: presetName(state.preset) }) +
  (state.facts.muggins ? t("scores.muggins") : "");

/** Returns the name of a preset, by its id.
 * @param {string} id */
export const presetName = (id) => t(`preset.${id}.name`);

/** Returns a preset's description: its target, and what a game is worth.
 * @param {string} id */
export const presetAbout = (id) => t(`preset.${id}.about`);
