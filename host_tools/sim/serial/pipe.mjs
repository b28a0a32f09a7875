// Reads and writes a file descriptor from a thread that must not block: another thread does so, through shared memory.
import { Worker } from "node:worker_threads";

const ROOM = 512; // bytes of the ring buffer, as on a microcontroller
const SILENCE_MS = 500; // after which bytes are dropped for a host that does not read

class Pipe {
  places = new Int32Array(new SharedArrayBuffer(8)); // bytes put in, bytes taken out
  ring = new Uint8Array(new SharedArrayBuffer(ROOM));
  size = ROOM;

  constructor(fd) {
    this.fd = fd;
  }
}

/** Begins to read and write the descriptors of `pipes`. */
export function begin(...pipes) {
  new Worker(new URL("pipe_worker.mjs", import.meta.url), { workerData: pipes }).unref();
}

/** Bytes from a descriptor; `bell` is notified at each arrival. The process ends at the end of a `vital` one. */
export class Incoming extends Pipe {
  constructor(fd, bell, vital = false) {
    super(fd);
    this.bell = bell;
    this.vital = vital;
  }

  /** Returns and removes the bytes that have come. */
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

/** Bytes to a descriptor. */
export class Outgoing extends Pipe {
  #muted = 0;
  #printed = false;
  #last = 0;

  /** Returns whether there is room for a line of the board. */
  hasRoom() {
    return ROOM - this.#bufferedBytes() >= 128;
  }

  /** Returns whether anything was printed since the last call. */
  takeActivity() {
    const printed = this.#printed;
    this.#printed = false;
    return printed;
  }

  /** Drops the next `count` printed bytes. */
  mute(count) {
    this.#muted = count;
  }

  /** Sends bytes, with a carriage return before each line feed, as terminals want. */
  print(bytes) {
    this.#printed = true;
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

  #bufferedBytes() {
    return Atomics.load(this.places, 0) - Atomics.load(this.places, 1);
  }

  /** The writing thread is woken when all bytes are there, or no more fit. */
  #put(byte) {
    const put = Atomics.load(this.places, 0);
    for (let taken; put - (taken = Atomics.load(this.places, 1)) >= ROOM;) {
      Atomics.notify(this.places, 0);
      if (Atomics.wait(this.places, 1, taken, SILENCE_MS) === "timed-out") return;
    }
    this.ring[put % ROOM] = byte;
    Atomics.store(this.places, 0, put + 1);
  }
}
