// Board time: real time multiplied by a speed. While the page is hidden the board stands still.
//
// If the board announces that nothing will happen by itself for a while, the clock sleeps until then, or until a key is
// pressed.

const LONGEST_MS = 1000;
const TICK_MS = 16; // about a frame of the screen

export class Clock {
  #speed = 1;
  /** @type {number | null} */
  #lastTick = null; // real time up to which board time was counted
  #pendingMs = 0;
  #timer = 0;
  #wakeTimer = 0;
  #slept = false;

  /** `tick(ms, rested)` is called every TICK_MS with the board time that has passed, and returns whether it has used it;
   * `rested`: the clock has slept, nothing was due.
   * @param {(ms: number, rested: boolean) => boolean} tick */
  constructor(tick) {
    this.tick = tick;
    document.addEventListener("visibilitychange", () => this.#onVisibilityChange());
    this.#schedule();
  }

  /** @param {number} speed */
  set speed(speed) {
    this.wake();
    this.#speed = speed;
    this.#schedule();
  }

  /** Sleeps for `ms` of board time: nothing is due in it.
   * @param {number} ms */
  sleep(ms) {
    if (document.hidden || this.#wakeTimer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#slept = true;
    this.#wakeTimer = setTimeout(
      () => this.wake(),
      this.#speed ? Math.min(ms / this.#speed, 2 ** 31 - 1) : 2 ** 31 - 1,
    );
  }

  /** Ends a sleep: calls `tick` at once with the time that has passed, and goes on. */
  wake() {
    if (!this.#wakeTimer) return;
    clearTimeout(this.#wakeTimer);
    this.#wakeTimer = 0;
    this.#tick(performance.now());
    this.#schedule();
  }

  /** Stops while the page is hidden; time that passes then is not counted. */
  #onVisibilityChange() {
    if (document.hidden) this.wake();
    this.#lastTick = null;
    this.#schedule();
  }

  /** Schedules the next tick. By a timer: while an animation frame is requested, Chromium delays a worker's messages until
   * that frame is drawn, and light would follow a key one frame later. */
  #schedule() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => {
      this.#tick(performance.now());
      if (!this.#wakeTimer) this.#schedule();
    }, TICK_MS);
  }

  /** @param {number} now */
  #tick(now) {
    const passed = Math.max(now - (this.#lastTick ?? now), 0);
    this.#lastTick = now;
    this.#pendingMs += (this.#slept ? passed : Math.min(passed, LONGEST_MS)) * this.#speed;
    const whole = Math.floor(this.#pendingMs);
    if (whole > 0 && this.tick(whole, this.#slept)) {
      this.#pendingMs -= whole;
      this.#slept = false;
    } else if (!this.#slept) this.#pendingMs = Math.min(this.#pendingMs, LONGEST_MS * this.#speed);
  }
}
