// The board's flash between visits: its files in the browser's storage.
//
// Each file is one entry of localStorage, written synchronously: a peg that was seen to move survives a reload.

import { PREFIX, readStored, store, storedNames } from "./settings-storage.js";

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
    return Object.fromEntries(
      this.#names().map((name) => [name.slice(this.#prefix.length), decode(readStored(name) ?? "")]),
    );
  }

  /** Writes changed files.
   * @param {FlashChanges} changes */
  write(changes) {
    for (const [path, bytes] of Object.entries(changes)) store(this.#prefix + path, bytes ? encode(bytes) : undefined);
  }

  /** Returns a file as text, "" if it does not exist.
   * @param {string} path */
  text(path) {
    const stored = readStored(this.#prefix + path);
    return stored ? new TextDecoder().decode(decode(stored)) : "";
  }

  erase() {
    for (const name of this.#names()) store(name, undefined);
  }

  #names() {
    return storedNames().filter((name) => name.startsWith(this.#prefix));
  }
}

const PATIENCE_MS = 400;

/** Calls `begin` once no other tab has this board, as two would write one flash. Calls `onWait(takeIt)` if that takes a
 * while: `takeIt()` takes the board away from the other tab. Calls `onTaken` when another tab takes it from this one.
 * @param {{ begin: () => void, onWait: (takeIt: () => void) => void, onTaken: () => void }} page */
export function whenOnlyTab({ begin, onWait, onTaken }) {
  if (!navigator.locks) return begin();
  const waiting = new AbortController();
  const timer = setTimeout(() => onWait(takeIt), PATIENCE_MS);
  let begun = false;
  const hold = () => {
    clearTimeout(timer);
    begun = true;
    begin();
    return new Promise(() => {});
  };
  const onLost = () => begun && onTaken(); // else it was this tab that gave its place in the queue up
  const takeIt = () => {
    waiting.abort();
    navigator.locks.request(PREFIX, { steal: true }, hold).catch(onLost);
  };
  return navigator.locks.request(PREFIX, { signal: waiting.signal }, hold).catch(onLost);
}
