// Files between JavaScript and MicroPython's file system (Emscripten FS). The board's flash is the folder FLASH.

const FLASH = "/flash";
/** @type {FlashFiles} */
let known = {}; // as last returned

/** Writes the Python sources, by path, to the root.
 * @param {EmscriptenFS} fs
 * @param {Record<string, string>} sources */
export function writeSources(fs, sources) {
  for (const [path, text] of Object.entries(sources)) writeFile(fs, `/${path}`, text);
}

/** Writes the flash to its folder.
 * @param {EmscriptenFS} fs
 * @param {FlashFiles} flash */
export function writeFlash(fs, flash) {
  fs.mkdirTree(FLASH);
  for (const [path, bytes] of Object.entries(flash)) writeFile(fs, `${FLASH}/${path}`, bytes);
  known = { ...flash };
}

/** Returns the files of the flash that have changed since the last call.
 * @param {EmscriptenFS} fs */
export function takeFlashChanges(fs) {
  /** @type {FlashFiles} */
  const files = Object.fromEntries(
    listFiles(fs, FLASH).map((path) => [path.slice(FLASH.length + 1), fs.readFile(path)]),
  );
  /** @type {FlashChanges} */
  const changes = {};
  for (const [path, bytes] of Object.entries(files)) if (!sameBytes(bytes, known[path])) changes[path] = bytes;
  for (const path of Object.keys(known)) if (!(path in files)) changes[path] = null;
  known = files;
  return changes;
}

/** @param {EmscriptenFS} fs
 * @param {string} path
 * @param {string | Uint8Array} content */
function writeFile(fs, path, content) {
  fs.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  fs.writeFile(path, content);
}

/** @param {EmscriptenFS} fs
 * @param {string} folder
 * @returns {string[]} */
function listFiles(fs, folder) {
  const names = fs.readdir(folder);
  return names
    .filter((name) => name !== "." && name !== "..")
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return fs.isDir(fs.stat(path).mode) ? listFiles(fs, path) : [path];
    });
}

/** @type {(a: Uint8Array, b: Uint8Array | undefined) => boolean} */
const sameBytes = (a, b) => b !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index]);
