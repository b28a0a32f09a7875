// Files between JavaScript and MicroPython's file system (Emscripten FS). The board's flash is the folder FLASH.

const FLASH = "/flash";
let known = {}; // path → bytes, as last told

/** Puts the Python sources (path → text) at the root. */
export function place(fs, sources) {
  for (const [path, text] of Object.entries(sources)) put(fs, `/${path}`, text);
}

/** Puts the flash (path → bytes) in its folder. */
export function mount(fs, flash) {
  fs.mkdirTree(FLASH);
  for (const [path, bytes] of Object.entries(flash)) put(fs, `${FLASH}/${path}`, bytes);
  known = { ...flash };
}

/** What has changed on the flash since the last call: path → bytes, or null for a file that is gone. */
export function changes(fs) {
  const files = Object.fromEntries(listed(fs, FLASH).map((path) => [path.slice(FLASH.length + 1), fs.readFile(path)]));
  const news = {};
  for (const [path, bytes] of Object.entries(files)) if (!same(bytes, known[path])) news[path] = bytes;
  for (const path of Object.keys(known)) if (!(path in files)) news[path] = null;
  known = files;
  return news;
}

function put(fs, path, content) {
  fs.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  fs.writeFile(path, content);
}

function listed(fs, folder) {
  const names = fs.readdir(folder).filter((name) => name !== "." && name !== "..");
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    return fs.isDir(fs.stat(path).mode) ? listed(fs, path) : [path];
  });
}

const same = (a, b) => b !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index]);
