// Records the moves of the game on the board in browser storage: for the graph at its end, and for the link that replays it.

import { keep, setting } from "./settings-storage.js";

export class MoveRecorder {
  #key;
  #game;

  /** The moves kept under `key`. */
  constructor(key) {
    this.#key = key;
    try {
      this.#game = JSON.parse(setting(key, "null"));
    } catch {
      this.#game = null;
    }
  }

  /** The game so far: preset, teams, target, lines, sign_off, and `moves`: [team number, front, back] each. */
  get game() {
    return this.#game;
  }

  /** The state of the board, as virtual/page_board.py tells it. */
  hear(state) {
    const teams = Object.keys(state.tracks).sort().join("");
    const { target, lines, sign_off } = state.facts;
    const about = { preset: state.preset, teams, target, lines, sign_off, round: state.round, number: state.game };
    // A board that was erased begins with the same numbers as before.
    const fresh = [...teams].every((team) => !state.tracks[team].front && !state.tracks[team].back);
    const same = this.#game && !(fresh && this.#game.moves.length) && ["preset", "teams", "round", "number"].every((name) => this.#game[name] === about[name]);
    const moves = same ? this.#game.moves : [];
    const changes = [...teams].flatMap((team, number) => change(moves, number, state.tracks[team]));
    if (same && !changes.length) return;
    this.#game = { ...about, moves: changes.reduce(taken, moves) };
    keep(this.#key, JSON.stringify(this.#game));
  }
}

const of = (moves, number) => moves.filter(([team]) => team === number);

function change(moves, number, { front, back }) {
  const [, was] = of(moves, number).at(-1) ?? [number, 0, 0];
  return was === front ? [] : [[number, front, back]];
}

/** Adds a change; one that goes back to where the team stood before its last move takes that move away. */
function taken(moves, change) {
  const [number, front, back] = change;
  const [last, before] = of(moves, number).reverse();
  const [, wasFront, wasBack] = before ?? [number, 0, 0];
  if (!last || wasFront !== front || wasBack !== back) return [...moves, change];
  const index = moves.lastIndexOf(last);
  return moves.toSpliced(index, 1);
}
