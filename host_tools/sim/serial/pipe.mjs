// A descriptor's bytes, to and from a thread that may not wait for them: a second thread does, through shared memory.
import { Worker } from "node:worker_threads";

const ROOM = 512; // bytes: a microcontroller's ring
const SILENCE_MS = 500; // so long a board waits for a host that does not read, then the bytes are lost

class Pipe {
  constructor(fd, job, bell, vital) {
    this.size = ROOM;
    this.places = new Int32Array(new SharedArrayBuffer(8)); // bytes put in, bytes taken out
    this.ring = new Uint8Array(new SharedArrayBuffer(ROOM));
    const workerData = { fd, job, places: this.places, ring: this.ring, bell, vital };
    new Worker(new URL("pipe_worker.mjs", import.meta.url), { workerData }).unref();
  }
}

/** What comes in; `bell` is rung at each arrival. With the end of a `vital` one the whole process ends. */
export class Incoming extends Pipe {
  constructor(fd, bell, vital = false) {
    super(fd, "read", bell, vital);
  }

  /** The bytes that have come. */
  take() {
    const [put, taken] = [Atomics.load(this.places, 0), Atomics.load(this.places, 1)];
    if (put === taken) return [];
    const bytes = [];
    for (let at = taken; at < put; at++) bytes.push(this.ring[at % ROOM]);
    Atomics.store(this.places, 1, put);
    Atomics.notify(this.places, 1);
    return bytes;
  }
}

/** What goes out. */
export class Outgoing extends Pipe {
  #muted = 0;
  #said = false;
  #last = 0;

  constructor(fd) {
    super(fd, "write");
  }

  /** Whether a line of a board would be taken at once. */
  room() {
    return ROOM - this.#waiting() >= 128;
  }

  /** Whether anything has been printed since this was asked last. */
  busy() {
    const said = this.#said;
    this.#said = false;
    return said;
  }

  /** The next so many bytes printed go nowhere. */
  mute(count) {
    this.#muted = count;
  }

  /** Line ends get the return that a terminal wants. */
  print(bytes) {
    this.#said = true;
    for (const byte of bytes) {
      if (this.#muted > 0) {
        this.#muted--;
        continue;
      }
      if (byte === 10 && this.#last !== 13) this.#put(13);
      this.#put(byte);
      this.#last = byte;
    }
    Atomics.notify(this.places, 0);
  }

  #waiting() {
    return Atomics.load(this.places, 0) - Atomics.load(this.places, 1);
  }

  /** The writing thread is woken when all bytes are there, or no more fit. */
  #put(byte) {
    const put = Atomics.load(this.places, 0);
    for (let taken; put - (taken = Atomics.load(this.places, 1)) >= ROOM; ) {
      Atomics.notify(this.places, 0);
      if (Atomics.wait(this.places, 1, taken, SILENCE_MS) === "timed-out") return;
    }
    this.ring[put % ROOM] = byte;
    Atomics.store(this.places, 0, put + 1);
  }
}
