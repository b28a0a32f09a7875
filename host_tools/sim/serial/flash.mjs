// Mirrors the flash, MicroPython's files in memory, to a folder on disk: each change is made there at once, in the same
// order. A board that is killed starts again with the same files. It has the room that a Pico's flash has.
import * as disk from "node:fs";
import { join } from "node:path";

// Emscripten's error numbers → those of MicroPython and Linux.
const ERRORS = { 2: 13, 8: 9, 20: 17, 28: 22, 31: 21, 44: 2, 51: 28, 54: 20, 55: 39 };

// The room for files on a Pico, in blocks.
const BLOCK = 4096;
const BLOCKS = 352;
const ENOSPC = 28;

/** Copies the folder's files below `root` in memory. */
export function restore(FS, root, folder) {
  FS.mkdir(root);
  for (const entry of disk.readdirSync(folder, { withFileTypes: true })) {
    const [path, source] = [`${root}/${entry.name}`, join(folder, entry.name)];
    if (entry.isDirectory()) restore(FS, path, source);
    else FS.writeFile(path, disk.readFileSync(source));
  }
}

/** Makes every later change below `root` in the folder too, for as long as `isOn()`: what a board does after it has lost its
 * power is gone with its memory. */
export function mirror(FS, root, folder, isOn) {
  const diskPath = (path) => (path.startsWith(`${root}/`) ? join(folder, path.slice(root.length + 1)) : null);

  const addAction = (name, act) => {
    const original = FS[name];
    FS[name] = (...args) => {
      const outcome = withErrorNumbers(FS, () => original(...args));
      if (name === "close" || isOn(name)) withDiskErrors(FS, () => act(outcome, ...args));
      return outcome;
    };
  };
  for (const name of ["stat", "lstat", "readdir"]) addAction(name, () => {});
  addAction("mkdir", (_, path) => diskPath(path) && disk.mkdirSync(diskPath(path)));
  addAction("rmdir", (_, path) => diskPath(path) && disk.rmdirSync(diskPath(path)));
  addAction("unlink", (_, path) => diskPath(path) && disk.unlinkSync(diskPath(path)));
  addAction("rename", (_, from, to) => diskPath(from) && disk.renameSync(diskPath(from), diskPath(to)));
  addAction("open", (stream) => {
    const path = diskPath(stream.path);
    if (!path || !(stream.flags & 3)) return;
    stream.copy = disk.openSync(path, disk.existsSync(path) ? "r+" : "w+");
    disk.ftruncateSync(stream.copy, stream.node.usedBytes);
  });
  addAction("write", (count, stream, buffer, offset) => {
    if (stream.copy === undefined) return;
    const begin = stream.position - count;
    const bytes = Buffer.from(buffer.slice(offset, offset + count));
    try {
      const grows = blocksOf(stream.node) > Math.ceil(begin / BLOCK);
      if (grows && usedBlocks(FS, FS.lookupPath(root).node) > BLOCKS) {
        throw Object.assign(new Error("the flash is full"), { syscall: "write", errno: -ENOSPC });
      }
      // A disk that is nearly full takes a part of them, and refuses the rest.
      for (let done = 0; done < count;) done += disk.writeSync(stream.copy, bytes, done, count - done, begin + done);
    } catch (error) {
      stream.node.usedBytes = stream.position = begin;
      if (disk.fstatSync(stream.copy).size > begin) disk.ftruncateSync(stream.copy, begin);
      throw error;
    }
  });
  addAction("close", (_, stream) => stream.copy !== undefined && disk.closeSync(stream.copy));
}

function blocksOf(file) {
  return Math.ceil(file.usedBytes / BLOCK);
}

/** Returns how many blocks the files of a folder take. */
function usedBlocks(FS, folder) {
  let sum = 0;
  for (const node of Object.values(folder.contents)) {
    sum += FS.isDir(node.mode) ? usedBlocks(FS, node) : blocksOf(node);
  }
  return sum;
}

/** Calls `act`; an error of the disk, such as that it is full, is the board's. */
function withDiskErrors(FS, act) {
  try {
    act();
  } catch (error) {
    throw error.syscall ? new FS.ErrnoError(-error.errno) : error;
  }
}

/** Calls `act`; an error of the file system gets MicroPython's number for it. */
function withErrorNumbers(FS, act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof FS.ErrnoError ? new FS.ErrnoError(ERRORS[error.errno] ?? error.errno) : error;
  }
}
