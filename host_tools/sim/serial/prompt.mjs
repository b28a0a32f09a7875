// The prompt: characters go to MicroPython's own. The raw prompt's fast way in, raw paste, waits for input inside the
// interpreter, which this build cannot; so it is done here.

const CTRL_A = 1;
const CTRL_B = 2;
const CTRL_D = 4;
const CTRL_E = 5;
const LETTER_A = 65;
const WINDOW = 128;

export class Prompt {
  #io;
  #line = 0; // characters since the raw prompt
  raw = false;

  /** `io`: say(text), next() → byte, feed(byte) → true for a reset, mute(number of bytes). */
  constructor(io) {
    this.#io = io;
  }

  /** Until a reset is asked for. */
  run() {
    this.#line = 0;
    if (this.raw) this.#io.feed(CTRL_A);
    while (!this.#take(this.#io.next()));
  }

  #take(byte) {
    if (this.raw && byte === CTRL_E && !this.#line) return this.#paste();
    if (byte === CTRL_A) this.raw = true;
    if (byte === CTRL_B) this.raw = false;
    this.#line = byte > CTRL_E ? this.#line + 1 : 0;
    return this.#io.feed(byte);
  }

  /** Code comes in windows; each is acknowledged, so that none is lost. */
  #paste() {
    const { say, next, feed, mute } = this.#io;
    if (next() !== LETTER_A || next() !== CTRL_A) return false;
    say(`R\x01${String.fromCharCode(WINDOW, 0)}`);
    for (let count = 1; ; count++) {
      const byte = next();
      if (byte === CTRL_D) break;
      feed(byte);
      if (count % WINDOW === 0) say("\x01");
    }
    say("\x04");
    mute(2); // "OK", which raw paste has no use for
    return feed(CTRL_D);
  }
}
