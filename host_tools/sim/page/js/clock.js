// Board time: the screen's time, times a speed. While the page is hidden the board stands still.

const LONGEST_MS = 1000;

export class Clock {
  speed = 1;
  #last = null;
  #owed = 0;

  /** `tick(ms)` is offered board time once a frame; it says whether it took it. */
  constructor(tick) {
    this.tick = tick;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now) {
    const passed = Math.min(now - (this.#last ?? now), LONGEST_MS);
    this.#last = now;
    this.#owed = Math.min(this.#owed + passed * this.speed, LONGEST_MS * this.speed);
    const whole = Math.floor(this.#owed);
    if (whole > 0 && this.tick(whole)) this.#owed -= whole;
    requestAnimationFrame((next) => this.#frame(next));
  }
}
