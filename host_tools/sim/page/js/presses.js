// Key edges as the board shall see them, in board time.
//
// A tap may begin and end between two slices of board time; each level is therefore held for a while, and what
// follows waits its turn. So no tap vanishes, however quick the finger or slow the clock.

const HELD_MS = 30;

export class Presses {
  #mask = 0;
  #waiting = new Map(); // key → levels still to come, oldest first
  #changed = new Map(); // key → board time of its last edge

  /** Key number `key` goes down or up. */
  edge(key, down) {
    const waiting = this.#waiting.get(key) ?? [];
    const last = waiting.length ? waiting.at(-1) : Boolean(this.#mask & (1 << key));
    if (last !== down) waiting.push(down);
    this.#waiting.set(key, waiting);
  }

  /** The keys that are down at `now`, as a mask. */
  at(now) {
    for (const [key, waiting] of this.#waiting) {
      if (!waiting.length || now - (this.#changed.get(key) ?? -HELD_MS) < HELD_MS) continue;
      const bit = 1 << key;
      this.#mask = waiting.shift() ? this.#mask | bit : this.#mask & ~bit;
      this.#changed.set(key, now);
    }
    return this.#mask;
  }
}
