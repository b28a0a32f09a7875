// Queue of key edges, released to the board in board time.
//
// A tap may begin and end between two slices of board time: each level is therefore held for at least HELD_MS, and later
// edges wait. So no tap is lost or overtakes another.

const HELD_MS = 30;

export class KeyEdgeQueue {
  #mask = 0;
  /** @type {{ bit: number, down: boolean, after: number }[]} */
  #edges = []; // edges still to come, oldest first
  /** @type {Map<number, boolean>} */
  #levels = new Map(); // key → its level once all edges are released
  /** @type {Map<number, number>} */
  #changed = new Map(); // bit → board time of its last edge

  /** Queues that `key` goes down or up, at the earliest `after` ms of board time after its last edge.
   * @param {number} key
   * @param {boolean} down */
  edge(key, down, after = HELD_MS) {
    if (Boolean(this.#levels.get(key)) === down) return;
    this.#levels.set(key, down);
    this.#edges.push({ bit: 1 << key, down, after });
  }

  /** Queues that `key` goes down, and up again after `ms` of board time.
   * @param {number} key
   * @param {number} ms */
  hold(key, ms) {
    this.edge(key, true);
    this.edge(key, false, ms);
  }

  /** Whether a key is down, or an edge is still to come. */
  get busy() {
    return this.#mask !== 0 || this.#edges.length > 0;
  }

  /** Applies the edges due at board time `now`, and returns the mask of keys that are down.
   * @param {number} now */
  maskAt(now) {
    while (this.#edges.length && this.#isDue(this.#edges[0], now)) {
      const [{ bit, down }] = this.#edges.splice(0, 1);
      this.#mask = down ? this.#mask | bit : this.#mask & ~bit;
      this.#changed.set(bit, now);
    }
    return this.#mask;
  }

  /** @param {{ bit: number, after: number }} edge
   * @param {number} now */
  #isDue({ bit, after }, now) {
    return now - (this.#changed.get(bit) ?? -after) >= after;
  }
}
