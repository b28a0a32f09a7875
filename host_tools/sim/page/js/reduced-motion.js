// Frames for readers who prefer reduced motion: what a press does is shown at once, what only pulses once a second.

const PAUSE_MS = 1000;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class CalmFrames {
  #last = ""; // what the board was like when it was last drawn
  #frame = "";
  #due = 0;

  /** `draw(frame)` puts a frame on the plate. */
  constructor(draw) {
    this.draw = draw;
  }

  /** A frame of a board in that `state`. */
  show(frame, state) {
    const { phase, tracks, refused, facts } = state ?? {};
    const now = JSON.stringify([phase, tracks, refused, facts]);
    this.#frame = frame;
    if (!still.matches || now !== this.#last) this.#draw();
    else this.#due ||= setTimeout(() => this.#draw(), PAUSE_MS);
    this.#last = now;
  }

  #draw() {
    clearTimeout(this.#due);
    this.#due = 0;
    this.draw(this.#frame);
  }
}
