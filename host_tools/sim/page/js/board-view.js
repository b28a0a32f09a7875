// View of a board: its faceplate, and the light on it.

import { byId } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { LedRenderer } from "./led-renderer.js";
import { CalmFrames } from "./reduced-motion.js";

export class BoardView {
  /** @type {Faceplate | null} */
  #face = null;
  /** @type {LedRenderer | null} */
  #glow = null;
  #calm = new CalmFrames((frame) => this.#glow?.show(frame));

  /** Replaces the plate by an unlit one of this geometry.
   * @param {Geometry} geometry */
  setGeometry(geometry) {
    byId("board").dataset.tracks = String(geometry.tracks);
    this.#face?.remove();
    this.#face = new Faceplate(byId("plate"), geometry);
    this.#glow = new LedRenderer(byId("plate"), this.#face);
  }

  /** Shows a frame (as LedRenderer does) of a board in that state.
   * @param {string} frame
   * @param {BoardState | undefined} state */
  show(frame, state) {
    this.#calm.show(frame, state);
  }

  clear() {
    this.#glow?.show("");
  }
}
