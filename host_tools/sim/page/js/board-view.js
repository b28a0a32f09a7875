// View of a board: its faceplate, the light on it, and a peg on its way.

import { byId } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { LedRenderer } from "./led-renderer.js";
import { PegHop } from "./peg-hop.js";
import { CalmFrames } from "./reduced-motion.js";

export class BoardView {
  /** @type {Faceplate | null} */
  #face = null;
  /** @type {LedRenderer | null} */
  #glow = null;
  #frame = "";
  #calm = new CalmFrames((frame) => this.#draw(frame));
  #peg;

  /** @param {import("./sound.js").Sound} sound */
  constructor(sound) {
    this.#peg = new PegHop({ draw: () => this.#draw(this.#frame), sound: (holes, ms) => sound.playHoles(holes, ms), hush: () => sound.hush() });
  }

  /** Replaces the plate by an unlit one of this geometry.
   * @param {Geometry} geometry */
  setGeometry(geometry) {
    byId("board").dataset.tracks = String(geometry.tracks);
    this.#peg.reset();
    this.#face?.remove();
    this.#face = new Faceplate(byId("plate"), geometry);
    this.#glow = new LedRenderer(byId("plate"), this.#face);
  }

  /** Shows a frame (as LedRenderer does) of a board in that state.
   * @param {string} frame
   * @param {BoardState | undefined} state */
  show(frame, state) {
    if (state) this.#peg.follow(state);
    this.#calm.show(frame, state);
  }

  /** Puts a peg that is on its way at its hole. */
  land() {
    this.#peg.land();
  }

  clear() {
    this.#peg.reset();
    this.#draw("");
  }

  /** @param {string} frame */
  #draw(frame) {
    this.#frame = frame;
    this.#glow?.show(frame, this.#peg.hop);
  }
}
