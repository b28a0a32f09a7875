// View of a board: its faceplate, and the light on it.

import { Faceplate } from "./faceplate.js";
import { LedRenderer } from "./led-renderer.js";
import { CalmFrames } from "./reduced-motion.js";

const at = (id) => document.getElementById(id);

export class BoardView {
  #face = null;
  #glow = null;
  #calm = new CalmFrames((frame) => this.#glow.show(frame));

  /** A board of that geometry is on the table, without light. */
  lay(geometry) {
    at("board").dataset.tracks = geometry.tracks;
    this.#face?.remove();
    this.#face = new Faceplate(at("plate"), geometry);
    this.#glow = new LedRenderer(at("plate"), this.#face);
  }

  /** A frame of a board in that `state`. */
  show(frame, state) {
    this.#calm.show(frame, state);
  }

  dark() {
    this.#glow?.show("");
  }
}
