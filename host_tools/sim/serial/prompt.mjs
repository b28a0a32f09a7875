// The board's prompt: passes characters to MicroPython's own. Raw paste mode is implemented here: MicroPython's waits for
// input inside the interpreter, which this build cannot.

const CTRL_A = 1;
const CTRL_B = 2;
const CTRL_D = 4;
const CTRL_E = 5;
const LETTER_A = 65;
const WINDOW = 128;

export class Prompt {
  #io;
  #line = 0; // characters since the last control character
  raw = false;

  /** `io`: print(text), next() → byte, feed(byte) → true for a reset, mute(number of bytes). */
  constructor(io) {
    this.#io = io;
  }

  /** Handles input until a reset is requested. */
  run() {
    this.#line = 0;
    if (this.raw) this.#io.feed(CTRL_A);
    while (!this.#handleByte(this.#io.next()));
  }

  /** Handles a byte; returns true if it requests a reset. */
  #handleByte(byte) {
    if (this.raw && byte === CTRL_E && !this.#line) return this.#paste();
    if (byte === CTRL_A) this.raw = true;
    if (byte === CTRL_B) this.raw = false;
    this.#line = byte > CTRL_E ? this.#line + 1 : 0;
    return this.#io.feed(byte);
  }

  /** Receives code in raw paste mode, in acknowledged windows, and runs it; returns true if it requests a reset. */
  #paste() {
    const { print, next, feed, mute } = this.#io;
    if (next() !== LETTER_A || next() !== CTRL_A) return false;
    print(`R\x01${String.fromCharCode(WINDOW, 0)}`);
    for (let count = 1; ; count++) {
      const byte = next();
      if (byte === CTRL_D) break;
      feed(byte);
      if (count % WINDOW === 0) print("\x01");
    }
    print("\x04");
    mute(2); // "OK", which raw paste has no use for
    return feed(CTRL_D);
  }
}
