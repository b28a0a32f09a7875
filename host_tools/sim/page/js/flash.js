// The board's flash between visits: its files, kept by the browser.
//
// Each file is one entry of localStorage, which is written at once: a peg that was seen to move survives a reload.

import { PREFIX, store } from "./settings-storage.js";

const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const decode = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** The flash of the board with that many tracks: boards do not share theirs. */
export class Flash {
  #prefix;

  constructor(tracks) {
    this.#prefix = `${PREFIX}${tracks} `;
  }

  /** Its files: path → bytes. */
  files() {
    return Object.fromEntries(this.#names().map((name) => [name.slice(this.#prefix.length), decode(store[name])]));
  }

  /** Takes over what changed: path → bytes, or null for a file that is gone. Throws when the browser is full. */
  write(changes) {
    for (const [path, bytes] of Object.entries(changes)) {
      if (bytes) store[this.#prefix + path] = encode(bytes);
      else delete store[this.#prefix + path];
    }
  }

  /** A file as text, "" where there is none. */
  text(path) {
    const kept = store[this.#prefix + path];
    return kept ? new TextDecoder().decode(decode(kept)) : "";
  }

  erase() {
    for (const name of this.#names()) delete store[name];
  }

  #names() {
    return Object.keys(store).filter((name) => name.startsWith(this.#prefix));
  }
}

const PATIENCE_MS = 400;

/** Calls `begin` once no other tab has this board, for two would write one flash; `wait` if that takes a while. */
export function alone(wait, begin) {
  if (!navigator.locks) return begin();
  const told = setTimeout(wait, PATIENCE_MS);
  return navigator.locks.request(PREFIX, () => {
    clearTimeout(told);
    begin();
    return new Promise(() => {});
  });
}
