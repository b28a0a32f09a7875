// Limits frames for readers who prefer reduced motion: a new state is shown at once, mere pulsing once a second.

const CALM_MS = 1000;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class CalmFrames {
  #lastState = ""; // JSON of the state that was last shown
  #frame = "";
  #timer = 0;

  /** `draw(frame)` draws a frame on the plate.
   * @param {(frame: string) => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /** Shows a frame of a board in that state, perhaps later.
   * @param {string} frame
   * @param {BoardState | undefined} state */
  show(frame, state) {
    const { phase, tracks, refused, facts } = state ?? {};
    const now = JSON.stringify([phase, tracks, refused, facts]);
    this.#frame = frame;
    if (!reducedMotion.matches || now !== this.#lastState) this.#draw();
    else this.#timer ||= setTimeout(() => this.#draw(), CALM_MS);
    this.#lastState = now;
  }

  #draw() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.draw(this.#frame);
  }
}
