// Records the moves of the present game in browser storage: for the graph at its end, and for the link that replays it.

import { readSetting, saveSetting } from "./settings-storage.js";

const IDENTITY = /** @type {const} */ (["preset", "teams", "round", "number"]); // fields that are the same in one game

export class MoveRecorder {
  #key;
  /** @type {Game | null} */
  #game;
  /** @type {Move[] | null} */
  #adopted = null; // moves of a game that has not been seen yet

  /** Continues the game saved under the setting `key`.
   * @param {string} key */
  constructor(key) {
    this.#key = key;
    try {
      this.#game = JSON.parse(readSetting(key, "null"));
    } catch {
      this.#game = null;
    }
  }

  /** Goes on with the moves of a game that another board has begun.
   * @param {Move[]} moves */
  adopt(moves) {
    this.#adopted = moves;
  }

  /** The game so far, or null. */
  get game() {
    return this.#game;
  }

  /** Adds the moves by which a state differs from the last one; begins a new game if it is one.
   * @param {BoardState} state */
  update(state) {
    const teams = Object.keys(state.tracks).sort().join("");
    const { target, lines, sign_off } = state.facts;
    const { preset, changes } = presetOf(state);
    const about = { preset, changes, teams, target, lines, sign_off, round: state.round, number: state.game };
    // After an erase, round and game have the same numbers as before.
    const fresh = [...teams].every((team) => !state.tracks[team].front && !state.tracks[team].back);
    const last = this.#game;
    const same = last && !(fresh && last.moves.length) && IDENTITY.every((name) => last[name] === about[name]);
    const moves = this.#adopted ?? (same ? last.moves : []);
    const moved = [...teams].flatMap((team, number) => changeOf(moves, number, state.tracks[team]));
    if (same && !moved.length && !this.#adopted) return;
    this.#adopted = null;
    this.#game = { ...about, moves: moved.reduce(addChange, moves), at: Date.now() };
    saveSetting(this.#key, JSON.stringify(this.#game));
  }
}

/** The preset of new boards at home, which others are told by.
 * @type {PresetFields | null} */
let casual = null;

/** @param {[name: string, fields: PresetFields][]} presets of the board */
export const usePresets = (presets) => (casual = Object.fromEntries(presets).casual);

/** Returns the preset of a state: one of its own as its differences from `casual`.
 * @param {BoardState} state
 * @returns {{ preset: string, changes?: Partial<PresetFields> }} */
function presetOf({ preset, facts: { fields } }) {
  if (!fields || !casual) return { preset };
  const base = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (casual));
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name]),
  );
  return { preset: "casual", changes: Object.fromEntries(changed.sort()) };
}

/** @type {(moves: Move[], number: number) => Move[]} */
const movesOf = (moves, number) => moves.filter(([team]) => team === number);

/** Returns the move of a team since the recorded ones, as a list of one or none.
 * @param {Move[]} moves
 * @param {number} number
 * @param {Track} track
 * @returns {Move[]} */
function changeOf(moves, number, { front, back }) {
  const [, was] = movesOf(moves, number).at(-1) ?? [number, 0, 0];
  return was === front ? [] : [[number, front, back]];
}

/** Returns the moves with a change added; one that restores the team's pegs before its last move removes that move.
 * @param {Move[]} moves
 * @param {Move} change
 * @returns {Move[]} */
function addChange(moves, change) {
  const [number, front, back] = change;
  const [last, before] = movesOf(moves, number).reverse();
  const [, wasFront, wasBack] = before ?? [number, 0, 0];
  if (!last || wasFront !== front || wasBack !== back) return [...moves, change];
  const index = moves.lastIndexOf(last);
  return moves.toSpliced(index, 1);
}
