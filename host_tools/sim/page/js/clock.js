// Board time: the screen's time, times a speed. While the page is hidden the board stands still.
//
// Where the board says that nothing will happen by itself for a while, the clock sleeps until then, or until somebody
// presses a key.

const LONGEST_MS = 1000;
const TICK_MS = 16; // about a frame of the screen

export class Clock {
  #speed = 1;
  #last = null; // screen time up to which board time was given
  #owed = 0;
  #timer = 0;
  #alarm = 0;
  #slept = false;

  /** `tick(ms, rested)` is offered board time once in TICK_MS; it says whether it took it. `rested`: nothing was due in it. */
  constructor(tick) {
    this.tick = tick;
    document.addEventListener("visibilitychange", () => this.#seen());
    this.#next();
  }

  set speed(speed) {
    this.wake();
    this.#speed = speed;
    this.#next();
  }

  /** Nothing is due for `ms` of board time. */
  rest(ms) {
    if (document.hidden || this.#alarm) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#slept = true;
    this.#alarm = setTimeout(() => this.wake(), this.#speed ? Math.min(ms / this.#speed, 2 ** 31 - 1) : 2 ** 31 - 1);
  }

  /** Something happens: time that has passed in sleep is given at once, and the clock goes on. */
  wake() {
    if (!this.#alarm) return;
    clearTimeout(this.#alarm);
    this.#alarm = 0;
    this.#tick(performance.now());
    this.#next();
  }

  /** A page that was hidden goes on where it stood. */
  #seen() {
    if (document.hidden) this.wake();
    this.#last = null;
    this.#next();
  }

  /** By a timer and not by requestAnimationFrame: while a frame is asked for, Chromium keeps what a worker posts until
   * that frame is drawn, and light would follow a key one frame later. */
  #next() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => {
      this.#tick(performance.now());
      if (!this.#alarm) this.#next();
    }, TICK_MS);
  }

  #tick(now) {
    const passed = Math.max(now - (this.#last ?? now), 0);
    this.#last = now;
    this.#owed += (this.#slept ? passed : Math.min(passed, LONGEST_MS)) * this.#speed;
    const whole = Math.floor(this.#owed);
    if (whole > 0 && this.tick(whole, this.#slept)) {
      this.#owed -= whole;
      this.#slept = false;
    } else if (!this.#slept) this.#owed = Math.min(this.#owed, LONGEST_MS * this.#speed);
  }
}
