// Thread that reads and writes the descriptors of pipe.mjs for it: one, as a thread of Node takes long to begin.
import * as fs from "node:fs";
import { promisify } from "node:util";
import { workerData } from "node:worker_threads";

const [read, write] = [promisify(fs.read), promisify(fs.write)];

/** Waits until a place is no longer `known`. */
async function move(places, index, known) {
  await Atomics.waitAsync(places, index, known).value;
}

/** Puts what comes from a descriptor into its ring until the end, and notifies the bell of each part. */
async function readOn({ fd, places, ring, bell, vital }) {
  const buffer = Buffer.alloc(ring.length);
  for (
    let count;
    (count = await read(fd, buffer).then(
      ({ bytesRead }) => bytesRead,
      () => 0,
    )) > 0;
  ) {
    for (let at = 0; at < count;) {
      const [put, taken] = [Atomics.load(places, 0), Atomics.load(places, 1)];
      const room = Math.min(ring.length - put + taken, count - at);
      for (let i = 0; i < room; i++) ring[(put + i) % ring.length] = buffer[at + i];
      Atomics.store(places, 0, put + room);
      Atomics.add(bell, 0, 1);
      Atomics.notify(bell, 0);
      at += room;
      if (at < count) await move(places, 1, taken);
    }
  }
  // Not process.exit: the main thread sleeps in shared memory and would not notice.
  if (vital) process.kill(process.pid, "SIGKILL");
}

/** Writes what is in a ring to its descriptor, whenever there is something. */
async function writeOn({ fd, places, ring }) {
  const buffer = Buffer.alloc(ring.length);
  for (;;) {
    const [put, taken] = [Atomics.load(places, 0), Atomics.load(places, 1)];
    for (let at = taken; at < put; at++) buffer[at - taken] = ring[at % ring.length];
    if (put === taken) await move(places, 0, put);
    else Atomics.store(places, 1, taken + (await write(fd, buffer, 0, put - taken)).bytesWritten);
    Atomics.notify(places, 1);
  }
}

for (const pipe of workerData) pipe.bell ? readOn(pipe) : writeOn(pipe);
