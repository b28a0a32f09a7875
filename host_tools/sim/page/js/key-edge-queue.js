// Queue of key edges, released to the board in board time.
//
// A tap may begin and end between two slices of board time; each level is therefore held for a while, and what
// follows waits its turn. So no tap vanishes and none overtakes another, however quick the finger or slow the clock.

const HELD_MS = 30;

export class KeyEdgeQueue {
  #mask = 0;
  #waiting = []; // edges still to come, oldest first
  #levels = new Map(); // key → whether it is down when nothing waits any more
  #changed = new Map(); // bit → board time of its last edge

  /** Key number `key` goes down or up, no sooner than `after` ms of board time since its last edge. */
  edge(key, down, after = HELD_MS) {
    if (Boolean(this.#levels.get(key)) === down) return;
    this.#levels.set(key, down);
    this.#waiting.push({ bit: 1 << key, down, after });
  }

  /** The key is held for `ms` of board time. */
  hold(key, ms) {
    this.edge(key, true);
    this.edge(key, false, ms);
  }

  /** Whether a key is down, or an edge is still to come. */
  get busy() {
    return this.#mask !== 0 || this.#waiting.length > 0;
  }

  /** The keys that are down at `now`, as a mask. */
  at(now) {
    while (this.#waiting.length && this.#ripe(this.#waiting[0], now)) {
      const { bit, down } = this.#waiting.shift();
      this.#mask = down ? this.#mask | bit : this.#mask & ~bit;
      this.#changed.set(bit, now);
    }
    return this.#mask;
  }

  #ripe({ bit, after }, now) {
    return now - (this.#changed.get(bit) ?? -after) >= after;
  }
}
