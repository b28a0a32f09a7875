// The board's flash between visits: its files in the browser's storage.
//
// Each file is one entry of localStorage, written synchronously: a peg that was seen to move survives a reload.

import { PREFIX, storage } from "./settings-storage.js";

/** @param {Uint8Array} bytes */
const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** @param {string} text */
const decode = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** The flash of the board with that many tracks; each number of tracks has its own. */
export class Flash {
  #prefix;

  /** @param {number} tracks */
  constructor(tracks) {
    this.#prefix = `${PREFIX}${tracks} `;
  }

  /** Returns all files.
   * @returns {FlashFiles} */
  files() {
    return Object.fromEntries(this.#names().map((name) => [name.slice(this.#prefix.length), decode(storage[name])]));
  }

  /** Writes changed files. Throws if the browser's storage is full.
   * @param {FlashChanges} changes */
  write(changes) {
    for (const [path, bytes] of Object.entries(changes)) {
      if (bytes) storage[this.#prefix + path] = encode(bytes);
      else delete storage[this.#prefix + path];
    }
  }

  /** Returns a file as text, "" if it does not exist.
   * @param {string} path */
  text(path) {
    const stored = storage[this.#prefix + path];
    return stored ? new TextDecoder().decode(decode(stored)) : "";
  }

  erase() {
    for (const name of this.#names()) delete storage[name];
  }

  #names() {
    return Object.keys(storage).filter((name) => name.startsWith(this.#prefix));
  }
}

const PATIENCE_MS = 400;

/** Calls `begin` once no other tab has this board, as two would write one flash; calls `onWait` if that takes a while.
 * @param {() => void} onWait
 * @param {() => void} begin */
export function whenOnlyTab(onWait, begin) {
  if (!navigator.locks) return begin();
  const timer = setTimeout(onWait, PATIENCE_MS);
  return navigator.locks.request(PREFIX, () => {
    clearTimeout(timer);
    begin();
    return new Promise(() => {});
  });
}
