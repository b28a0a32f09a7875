// View of a board: its faceplate, the light on it, and a peg on its way.

import { byId } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { LedRenderer } from "./led-renderer.js";
import { PegHop } from "./peg-hop.js";
import { CalmFrames } from "./reduced-motion.js";

const STANDING = ["deal", "idle", "pending", "claim", "check", "sign", "undo"]; // phases in which pegs stand in their holes

export class BoardView {
  /** @type {Faceplate | null} */
  #face = null;
  /** @type {LedRenderer | null} */
  #glow = null;
  #frame = "";
  /** @type {Pegs[]} */
  #pegs = []; // in their holes, by track
  #calm = new CalmFrames((frame) => this.#draw(frame));
  #peg;

  /** Is called for a tap on a hole.
   * @type {(tapped: { team: string, hole: number }) => void} */
  onHole = () => {};

  /** @param {import("./sound.js").Sound} sound */
  constructor(sound) {
    byId("plate").onclick = (event) => this.#tap(event);
    this.#peg = new PegHop({
      draw: () => this.#draw(this.#frame),
      sound: (holes, ms) => sound.playHoles(holes, ms),
      hush: () => sound.hush(),
    });
  }

  /** Replaces the plate by an unlit one of this geometry.
   * @param {Pick<Geometry, "tracks" | "teams" | "holes">} geometry */
  setGeometry(geometry) {
    byId("board").dataset.tracks = String(geometry.tracks);
    this.#peg.reset();
    this.#pegs = [];
    this.#face?.remove();
    this.#face = new Faceplate(byId("plate"), geometry);
    this.#glow = new LedRenderer(byId("plate"), this.#face);
  }

  /** Shows a frame (as LedRenderer does) of a board in that state.
   * @param {string} frame
   * @param {BoardState | undefined} state */
  show(frame, state) {
    if (state) this.#follow(state);
    this.#calm.show(frame, state);
  }

  /** Puts a peg that is on its way at its hole. */
  land() {
    this.#peg.land();
  }

  /** @param {BoardState} state */
  #follow(state) {
    this.#peg.follow(state);
    const { tracks, phase, facts } = state;
    const standing = STANDING.includes(phase);
    this.#pegs = standing
      ? Object.keys(tracks)
          .sort()
          .map((team) => tracks[team])
      : [];
    this.#face?.setRules({ target: facts.target, lines: facts.lines, short: facts.at_home });
  }

  /** @param {MouseEvent} event */
  #tap({ offsetX, offsetY }) {
    const tapped = this.#face?.holeAt(offsetX, offsetY);
    if (tapped) this.onHole(tapped);
  }

  clear() {
    this.#pegs = [];
    this.#peg.reset();
    this.#draw("");
  }

  /** @param {string} frame */
  #draw(frame) {
    this.#frame = frame;
    this.#glow?.show(frame, this.#pegs, this.#peg.hop);
  }
}
