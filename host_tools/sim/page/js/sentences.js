// What a player would say aloud: one short sentence for each thing that happened between two states of the board.
//
// Only differences are told, so any number of states may be skipped: the scores can always be told from the sentences.

import { t } from "./catalogue.js";
import { phase } from "./state-text.js";
import { label } from "./team-names.js";

const NEAR = 30; // so few holes to go are worth saying

/** The sentences between two states, as virtual/page_board.py tells them; `before` is null for a board that was just switched on. */
export function sentences(before, after, last) {
  const fresh = !before || before.game !== after.game || before.round !== after.round || !sameTeams(before, after);
  const from = fresh ? nobody(after) : before.tracks;
  const opening = fresh && before ? [t("speech.new_game", after)] : [];
  return [...opening, ...moves(from, after), ...situation(fresh ? null : before, after, last)];
}

/** The whole score, when somebody asks for it. */
export function score({ tracks, facts, won }) {
  const told = Object.keys(tracks).sort().map((team) => t("speech.score", { team: label(team), front: tracks[team].front, left: facts.target - tracks[team].front }));
  const counting = tracks[facts.team]?.pending ? [t("speech.counts", { team: label(facts.team), count: tracks[facts.team].pending })] : [];
  const games = Object.values(won).some(Boolean) ? [t("speech.games", { won: Object.keys(won).sort().map((team) => `${label(team)} ${won[team]}`).join(", ") })] : [];
  return [...told, ...counting, ...games].join(" ");
}

const sameTeams = (one, other) => Object.keys(one.tracks).length === Object.keys(other.tracks).length;
const nobody = ({ tracks }) => Object.fromEntries(Object.keys(tracks).map((team) => [team, { front: 0, back: 0 }]));

function moves(from, { tracks, facts }) {
  return Object.keys(tracks).sort().filter((team) => tracks[team].front !== from[team].front).map((team) => move(team, from[team], tracks[team], facts.target));
}

function move(team, { front: was }, { front, back }, target) {
  const left = target - front;
  const values = { team: label(team), count: Math.abs(front - was), front, left };
  if (front < was) return t("speech.goes_back", values);
  if (back !== was) return t("speech.on", values);
  return t(left > 0 && left <= NEAR ? "speech.pegs_near" : "speech.pegs", values);
}

/** What else has changed: a count, a claim, a menu, a refusal. */
function situation(before, after, last) {
  if (before && situated(before) === situated(after)) return [];
  const { facts, tracks } = after;
  if (after.refusal || facts.asleep || !(after.phase in TOLD)) return after.phase === "idle" && !after.refusal && !facts.asleep ? dropped(before, after) : [phase(after, last)];
  return TOLD[after.phase]({ team: label(facts.team), count: tracks[facts.team]?.pending, warned: facts.warned });
}

const TOLD = {
  pending: ({ team, count, warned }) => [t(warned ? "phase.warned" : "speech.counts", { team, count })],
  claim: ({ team, count }) => [t("speech.claim", { team, count })],
};

/** A count was taken back to nothing, or somebody else's move was left as it was. */
function dropped(before, after) {
  if (!before || before.phase === "idle") return [];
  const moved = Object.keys(after.tracks).some((team) => after.tracks[team].front !== before.tracks[team].front);
  if (before.phase === "pending" && !moved) return [t("speech.dropped", { team: label(before.facts.team) })];
  if (before.phase === "undo" && !moved) return [t("speech.left", { team: label(before.facts.team) })];
  return [];
}

function situated({ phase: name, facts, refusal, tracks }) {
  const { team, unsigned, asleep, judge, setup, testing, warned, asking } = facts;
  const counted = name === "pending" || name === "claim" ? tracks[team].pending : 0;
  return JSON.stringify([name, counted, warned, name === "sign" && unsigned, asleep, name === "judge" && judge, name === "setup" && setup, testing, asking, refusal]);
}
