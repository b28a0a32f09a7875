// View of a board: its faceplate, the light on it, and a peg on its way.

import { byId } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { LedRenderer } from "./led-renderer.js";
import { PegHop } from "./peg-hop.js";
import { CalmFrames } from "./reduced-motion.js";

const WHOLE = 121; // target of a game that goes twice around
const NEAR_END = 100; // hole from which on the last street is shown
const STANDING = ["deal", "idle", "pending", "claim", "check", "sign", "undo"]; // phases in which pegs stand in their holes

export class BoardView {
  /** @type {Faceplate | null} */
  #face = null;
  /** @type {LedRenderer | null} */
  #glow = null;
  #frame = "";
  /** @type {Pegs[]} */
  #pegs = []; // in their holes, by track
  #near = false; // whether somebody is near the end, where the page turns to the last street
  #whole = false; // whether the reader wants to see the whole board nevertheless
  #calm = new CalmFrames((frame) => this.#draw(frame));
  #peg;

  /** @param {import("./sound.js").Sound} sound */
  constructor(sound) {
    byId("plate").onclick = () => this.#turnPage();
    this.#peg = new PegHop({
      draw: () => this.#draw(this.#frame),
      sound: (holes, ms) => sound.playHoles(holes, ms),
      hush: () => sound.hush(),
    });
  }

  /** Replaces the plate by an unlit one of this geometry.
   * @param {Geometry} geometry */
  setGeometry(geometry) {
    byId("board").dataset.tracks = String(geometry.tracks);
    this.#peg.reset();
    this.#pegs = [];
    this.#near = this.#whole = false;
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
    const near = standing && facts.target === WHOLE && this.#pegs.some(({ front }) => front >= NEAR_END);
    if (near !== this.#near) this.#whole = false;
    this.#near = near;
    this.#face?.showLastStreet(near && !this.#whole);
  }

  /** Shows the whole board in place of the last street, or that again. */
  #turnPage() {
    if (!this.#near) return;
    this.#whole = !this.#whole;
    this.#face?.showLastStreet(!this.#whole);
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
