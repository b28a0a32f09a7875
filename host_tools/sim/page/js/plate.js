// What is seen of a board: its plate, and the light on it.

import { Calm } from "./calm.js";
import { Faceplate } from "./faceplate.js";
import { Glow } from "./glow.js";

const at = (id) => document.getElementById(id);

export class Plate {
  #face = null;
  #glow = null;
  #calm = new Calm((frame) => this.#glow.show(frame));

  /** A board of that geometry is on the table, without light. */
  lay(geometry) {
    at("board").dataset.tracks = geometry.tracks;
    this.#face?.remove();
    this.#face = new Faceplate(at("plate"), geometry);
    this.#glow = new Glow(at("plate"), this.#face);
  }

  /** A frame of a board in that `state`. */
  show(frame, state) {
    this.#calm.show(frame, state);
  }

  dark() {
    this.#glow?.show("");
  }
}
