// Thread that reads or writes a file descriptor for pipe.mjs, blocking.
import { readSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { fd, job, places, ring, bell, vital } = workerData;
const buffer = Buffer.alloc(ring.length);

/** Reads into the buffer; returns the number of bytes, 0 at the end, -1 for none yet. */
function read() {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    return error.code === "EAGAIN" ? -1 : 0;
  }
}

/** Puts bytes of the buffer into the ring, and notifies the bell for each. */
function putIntoRing(count) {
  for (let at = 0; at < count;) {
    const [put, taken] = [Atomics.load(places, 0), Atomics.load(places, 1)];
    const room = Math.min(ring.length - put + taken, count - at);
    for (let i = 0; i < room; i++) ring[(put + i) % ring.length] = buffer[at + i];
    Atomics.store(places, 0, put + room);
    Atomics.add(bell, 0, 1);
    Atomics.notify(bell, 0);
    at += room;
    if (at < count) Atomics.wait(places, 1, taken);
  }
}

/** Writes the bytes in the ring, or waits until there are some. */
function writeFromRing() {
  const [put, taken] = [Atomics.load(places, 0), Atomics.load(places, 1)];
  if (put === taken) return void Atomics.wait(places, 0, put);
  const count = Math.min(put - taken, buffer.length);
  for (let i = 0; i < count; i++) buffer[i] = ring[(taken + i) % ring.length];
  Atomics.store(places, 1, taken + writeSync(fd, buffer, 0, count));
  Atomics.notify(places, 1);
}

if (job === "write") for (;;) writeFromRing();
for (let count; (count = read()) > 0;) putIntoRing(count);
// Not process.exit: the main thread sleeps in shared memory and would not notice.
if (vital) process.kill(process.pid, "SIGKILL");
