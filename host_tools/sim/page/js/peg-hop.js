// The front peg on its way: for the eye it goes hole by hole from where it was, while the board has it at its new hole.

const HOP_MS = 350; // the whole way
const FRAME_MS = 16;
const PEGGING = ["idle", "pending"]; // phases in which the plate shows pegs alone

const littleMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** A peg that is shown at the hole `at` while its light is at the hole `to` of its track.
 * @typedef {{ track: number, to: number, at: number }} Hop */

export class PegHop {
  /** @type {ByTeam<number> | null} */
  #fronts = null;
  #from = 0;
  #began = 0;
  #timer = 0;
  /** @type {Hop | null} */
  hop = null;

  /** `draw()` shows the present frame again; `sound(holes, ms)` makes a click for each hole, over that time; `hush()` ends
   * them.
   * @param {{ draw: () => void, sound: (holes: number, ms: number) => void, hush: () => void }} page */
  constructor({ draw, sound, hush }) {
    this.draw = draw;
    this.sound = sound;
    this.hush = hush;
  }

  /** Begins a hop if a team's front peg has moved on; the first state of a board moves none.
   * @param {BoardState} state */
  follow({ tracks, phase }) {
    const before = this.#fronts;
    this.#fronts = Object.fromEntries(Object.entries(tracks).map(([team, { front }]) => [team, front]));
    if (!before || littleMotion.matches || !PEGGING.includes(phase)) return;
    const moved = Object.keys(tracks).filter((team) => tracks[team].front > (before[team] ?? Infinity));
    if (moved.length === 1) this.#begin("ABCD".indexOf(moved[0]), before[moved[0]], tracks[moved[0]].front);
  }

  /** Forgets the pegs: another board is shown. */
  reset() {
    this.#end();
    this.#fronts = null;
  }

  /** Puts a peg that is on its way at its hole: the next key is down. */
  land() {
    if (!this.hop) return;
    this.#end();
    this.hush();
    this.draw();
  }

  /** @param {number} track
   * @param {number} from
   * @param {number} to */
  #begin(track, from, to) {
    this.#end();
    this.hop = { track, to, at: from + 1 };
    this.#from = from;
    this.#began = performance.now();
    this.sound(to - from, HOP_MS);
    this.#wait();
  }

  #wait() {
    this.#timer = setTimeout(() => this.#step(), FRAME_MS);
  }

  #step() {
    const hop = /** @type {Hop} */ (this.hop);
    const passed = Math.min((performance.now() - this.#began) / HOP_MS, 1);
    const at = Math.min(this.#from + 1 + Math.floor(passed * (hop.to - this.#from)), hop.to);
    if (at === hop.to) this.#end();
    else this.#wait();
    if (at === hop.at) return;
    hop.at = at;
    this.draw();
  }

  #end() {
    clearTimeout(this.#timer);
    this.hop = null;
  }
}
