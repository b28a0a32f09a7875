// All boards that this page may speak to: remembered by the browser, plugged in and out, looked at while games go on.

import { FACTS } from "../facts.js";
import { Board } from "./board.js";
import { Fault } from "./fault.js";

export const EVERY_MS = 2000;

/** Tells `change` whenever something is known anew, and `plugged` (detail: the board) when one has come and spoken. */
export class Boards extends EventTarget {
  #serial = navigator.serial;
  #boards = new Map(); // port → board
  #met = new WeakSet(); // boards that have spoken
  #asked = new WeakSet(); // boards that have yet to answer

  /** Those that are plugged in, in the order of their tables, then of their names. */
  get all() {
    const rank = ({ hello }) => hello?.table || 1000;
    return [...this.#boards.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  /** Those that speak. */
  get speaking() {
    return this.all.filter(({ hello, fault }) => hello && !fault);
  }

  /** The boards that the browser remembers are taken in, then and whenever they come. */
  async begin() {
    this.#serial.addEventListener("connect", ({ target }) => this.#take(target));
    this.#serial.addEventListener("disconnect", ({ target }) => this.#lose(target));
    for (const port of await this.#serial.getPorts()) if (port.connected !== false) this.#take(port);
    setInterval(() => this.look(), EVERY_MS);
  }

  /** Asks the reader for one more board; false where none was chosen. Needs a press. Throws Fault. */
  async ask() {
    const filters = FACTS.vendors.map((usbVendorId) => ({ usbVendorId }));
    try {
      this.#take(await this.#serial.requestPort({ filters }));
    } catch (error) {
      if (error.name === "NotFoundError") return false;
      throw new Fault("unknown", { error: error.message });
    }
    return true;
  }

  /** Forgets a board: the browser asks again before this page may speak to it. */
  async forget(board) {
    await board.close();
    await board.port.forget?.();
    this.#lose(board.port);
  }

  /** Looks at all that nothing is being done to. One that is slow to answer keeps no other waiting. */
  async look() {
    await Promise.all(this.all.filter((board) => !board.busy && !this.#asked.has(board)).map((board) => this.#lookAt(board)));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  async #take(port) {
    if (this.#boards.has(port)) return;
    const board = new Board(port);
    this.#boards.set(port, board);
    this.changed();
    await this.#lookAt(board);
  }

  async #lookAt(board) {
    this.#asked.add(board);
    await board.look();
    this.#asked.delete(board);
    this.changed();
    if (!board.hello || this.#met.has(board)) return;
    this.#met.add(board);
    this.dispatchEvent(new CustomEvent("plugged", { detail: board }));
  }

  #lose(port) {
    this.#boards.get(port)?.close();
    this.#boards.delete(port);
    this.changed();
  }
}
