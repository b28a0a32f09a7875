// Sentences that a player would say aloud: a short one for each difference between two states of the board.
//
// States may be skipped: the sentences always tell the scores.

import { t } from "./catalogue.js";
import { dealText } from "./situation.js";
import { gamesWon, hintText, phaseText } from "./state-text.js";
import { dealerName, teamName } from "./team-names.js";

const NEAR = 30; // holes to go, from which on they are mentioned

/** Returns the sentences for the differences of two states; `before` is null for a new board.
 * @param {BoardState | null} before
 * @param {BoardState} after
 * @param {GameLine | null} lastResult */
export function sentences(before, after, lastResult) {
  const other = !before || before.game !== after.game || before.round !== after.round || !sameTeams(before, after);
  const fresh = other || isBegunAnew(before, after);
  const from = fresh ? zeroScores(after) : before.tracks;
  const opening = [...(fresh && before ? [t("speech.new_game", after)] : []), ...dealerSentences(before, after)];
  const passed = fresh || before.deals === after.deals || !after.facts.begun ? [] : dealSentences(after);
  return [
    ...opening,
    ...moveSentences(from, after),
    ...pointlessSentences(before, after),
    ...passed,
    ...situationSentences(fresh ? null : before, after, lastResult),
  ];
}

/** Returns who deals first, if that is known now and was not.
 * @param {BoardState | null} before
 * @param {BoardState} after */
function dealerSentences(before, after) {
  const told = before?.dealer === after.dealer && before?.game === after.game && before?.round === after.round;
  return after.dealer && !told ? [t("speech.dealer", { team: dealerName(after) })] : [];
}

/** Returns whose hand has scored nothing, if that is new.
 * @param {BoardState | null} before
 * @param {BoardState} after */
function pointlessSentences(before, { facts: { pointless } }) {
  if (!pointless || pointless === before?.facts.pointless) return [];
  return [`${t("moves.nothing", { team: teamName(pointless) })}.`];
}

/** Returns whose deal it is at home, if the board knows.
 * @param {BoardState} state */
function dealSentences(state) {
  const text = state.facts.at_home && dealText(state);
  return text ? [`${text}.`] : [];
}

/** Returns the whole score as text.
 * @param {BoardState} state */
export function scoreText(state) {
  const { tracks, facts } = state;
  const won = gamesWon(state);
  const scores = Object.keys(tracks)
    .sort()
    .map((team) =>
      t("speech.score", { team: teamName(team), front: tracks[team].front, left: facts.target - tracks[team].front }),
    );
  const counting = tracks[facts.team]?.pending
    ? [t("speech.counts", { team: teamName(facts.team), count: tracks[facts.team].pending })]
    : [];
  const games = Object.values(won).some(Boolean)
    ? [
        t("speech.games", {
          won: Object.keys(won)
            .sort()
            .map((team) => `${teamName(team)} ${won[team]}`)
            .join(", "),
        }),
      ]
    : [];
  return [...scores, ...counting, ...games, ...dealSentences(state)].join(" ");
}

/** Returns whether a game of the same number has begun, as a new one at home does.
 * @param {BoardState} before
 * @param {BoardState} after */
const isBegunAnew = (before, after) => before.facts.begun && !after.facts.begun && before.phase !== "undo";
/** @type {(one: BoardState, other: BoardState) => boolean} */
const sameTeams = (one, other) => Object.keys(one.tracks).length === Object.keys(other.tracks).length;
/** @type {(state: BoardState) => ByTeam<Pegs>} */
const zeroScores = ({ tracks }) => Object.fromEntries(Object.keys(tracks).map((team) => [team, { front: 0, back: 0 }]));

/** @param {ByTeam<Pegs>} from
 * @param {BoardState} state */
function moveSentences(from, { tracks, facts }) {
  return Object.keys(tracks)
    .sort()
    .filter((team) => tracks[team].front !== from[team].front)
    .map((team) => moveSentence(team, from[team], tracks[team], facts.target));
}

/** @param {string} team
 * @param {Pegs} from
 * @param {Pegs} to
 * @param {number} target */
function moveSentence(team, { front: was }, { front, back }, target) {
  const left = target - front;
  const values = { team: teamName(team), count: Math.abs(front - was), front, left };
  if (front < was) return t("speech.goes_back", values);
  if (back !== was) return t("speech.on", values);
  return t(left > 0 && left <= NEAR ? "speech.pegs_near" : "speech.pegs", values);
}

/** Returns sentences for other changes than moves: a count, a claim, a menu, a refusal.
 * @param {BoardState | null} before
 * @param {BoardState} after
 * @param {GameLine | null} lastResult */
function situationSentences(before, after, lastResult) {
  if (before && situationKey(before) === situationKey(after)) return [];
  const { facts, tracks } = after;
  if (!after.refusal && facts.asked === "idle") return droppedSentences(before, after);
  if (!after.refusal && !facts.sign_off && WAITS.includes(facts.asked))
    return [phaseText(after, lastResult), hintText(after)];
  if (after.refusal || !(facts.asked in COUNTED)) return [phaseText(after, lastResult)];
  return [t(COUNTED[facts.asked], { team: teamName(facts.team), count: tracks[facts.team]?.pending })];
}

const WAITS = ["undo", "return"]; // what waits, where nobody signs, until it is answered
/** @type {Record<string, string>} */
const COUNTED = { pending: "speech.counts", warned: "phase.warned", claim: "phase.claim" };

/** Returns a sentence if a count was taken back to 0, or an undo was not agreed to.
 * @param {BoardState | null} before
 * @param {BoardState} after */
function droppedSentences(before, after) {
  if (!before || before.phase === "idle" || before.facts.pointless !== after.facts.pointless) return [];
  const moved = Object.keys(after.tracks).some((team) => after.tracks[team].front !== before.tracks[team].front);
  if (before.phase === "pending" && !moved) return [t("speech.dropped", { team: teamName(before.facts.team) })];
  if (before.phase === "undo" && !moved) return [t("speech.left", { team: teamName(before.facts.team) })];
  return [];
}

/** Returns a text that differs for any two situations with different sentences.
 * @param {BoardState} state */
function situationKey({ facts, refusal, tracks, round }) {
  const { asked, agreeing, team, judge, setup, asking } = facts;
  return JSON.stringify([
    asked,
    asked in COUNTED && tracks[team].pending,
    asked === "sign" && agreeing,
    asked.startsWith("judge") && judge,
    asked.startsWith("setup") && setup,
    (asked === "check" || asked === "setup_round") && round,
    asking,
    refusal,
  ]);
}
