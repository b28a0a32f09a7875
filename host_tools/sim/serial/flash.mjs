// The flash: MicroPython's files live in memory, and whatever changes them is done to a folder on disk in the same
// instant, in the same order. A board that is killed begins again with what it had.
import * as disk from "node:fs";
import { join } from "node:path";

// Emscripten's numbers for what can go wrong with a file → those of MicroPython and everybody else.
const ERRORS = { 2: 13, 8: 9, 20: 17, 28: 22, 31: 21, 44: 2, 51: 28, 54: 20, 55: 39 };

/** Puts the folder's files below `root`. */
export function restore(FS, root, folder) {
  FS.mkdir(root);
  for (const entry of disk.readdirSync(folder, { withFileTypes: true })) {
    const [path, source] = [`${root}/${entry.name}`, join(folder, entry.name)];
    if (entry.isDirectory()) restore(FS, path, source);
    else FS.writeFile(path, disk.readFileSync(source));
  }
}

/** From now on, does to the folder what is done below `root`. */
export function mirror(FS, root, folder) {
  const place = (path) => (path.startsWith(`${root}/`) ? join(folder, path.slice(root.length + 1)) : null);

  const follow = (name, act) => {
    const original = FS[name];
    FS[name] = (...args) => {
      const outcome = named(FS, () => original(...args));
      act(outcome, ...args);
      return outcome;
    };
  };
  for (const name of ["stat", "lstat", "readdir"]) follow(name, () => {});
  follow("mkdir", (_, path) => place(path) && disk.mkdirSync(place(path)));
  follow("rmdir", (_, path) => place(path) && disk.rmdirSync(place(path)));
  follow("unlink", (_, path) => place(path) && disk.unlinkSync(place(path)));
  follow("rename", (_, from, to) => place(from) && disk.renameSync(place(from), place(to)));
  follow("open", (stream) => {
    const path = place(stream.path);
    if (!path || !(stream.flags & 3)) return;
    stream.copy = disk.openSync(path, disk.existsSync(path) ? "r+" : "w+");
    disk.ftruncateSync(stream.copy, stream.node.usedBytes);
  });
  follow("write", (count, stream, buffer, offset) => {
    if (stream.copy === undefined) return;
    disk.writeSync(stream.copy, Buffer.from(buffer.slice(offset, offset + count)), 0, count, stream.position - count);
  });
  follow("close", (_, stream) => stream.copy !== undefined && disk.closeSync(stream.copy));
}

/** Does something whose failure MicroPython is to be told in its own numbers. */
function named(FS, act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof FS.ErrnoError ? new FS.ErrnoError(ERRORS[error.errno] ?? error.errno) : error;
  }
}
