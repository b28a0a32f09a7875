// All boards that this page may connect to: remembered by the browser, plugged in and out, polled while games go on.

import { FACTS } from "../facts.js";
import { Board } from "./board.js";
import { Fault } from "./fault.js";

export const EVERY_MS = 2000;

/** Dispatches `change` after every query, and `plugged` (detail: the board) when a new board has answered first. */
export class Boards extends EventTarget {
  #serial = navigator.serial;
  /** @type {Map<SerialPort, Board>} */
  #boards = new Map(); // port → board
  #announced = new WeakSet(); // boards for which `plugged` was dispatched
  #queried = new WeakSet(); // boards whose answer is outstanding
  /** @type {Map<string, Board>} */
  #pulled = new Map(); // serial number → board whose cable is out

  /** All boards that are plugged in, ordered by table, then by name. */
  get all() {
    return sorted([...this.#boards.values()]);
  }

  /** Those, and the boards whose cable was pulled. */
  get known() {
    return sorted([...this.#boards.values(), ...this.#pulled.values()]);
  }

  /** The boards that answer. */
  get answering() {
    return this.all.filter(({ hello, fault }) => hello && !fault);
  }

  /** Adds the boards that the browser remembers, now and whenever one is plugged in, and polls all boards. */
  async start() {
    this.#serial.addEventListener("connect", (/** @type {any} */ { target }) => this.#addPort(target));
    this.#serial.addEventListener("disconnect", (/** @type {any} */ { target }) => this.#removePort(target));
    for (const port of await this.#serial.getPorts()) if (port.connected !== false) this.#addPort(port);
    setInterval(() => this.queryAll(), EVERY_MS);
  }

  /** Lets the user choose a board to add; false if none was chosen. Must be called in a click. Throws Fault. */
  async requestPort() {
    const filters = FACTS.vendors.map((usbVendorId) => ({ usbVendorId }));
    try {
      this.#addPort(await this.#serial.requestPort({ filters }));
    } catch (error) {
      if (error.name === "NotFoundError") return false;
      throw new Fault("unknown", { error: error.message });
    }
    return true;
  }

  /** Forgets a board: the user has to choose it again before this page may connect to it.
   * @param {Board} board */
  async forget(board) {
    await board.close();
    await board.port.forget?.();
    this.#boards.delete(board.port);
    this.#pulled.delete(board.uid);
    this.notifyChange();
  }

  /** Queries all boards that are not busy, in parallel; one that has yet to answer is not queried again. */
  async queryAll() {
    await Promise.all(
      this.all.filter((board) => !board.busy && !this.#queried.has(board)).map((board) => this.#query(board)),
    );
  }

  notifyChange() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {SerialPort} port */
  async #addPort(port) {
    if (this.#boards.has(port)) return;
    const board = new Board(port);
    this.#boards.set(port, board);
    this.notifyChange();
    await this.#query(board);
  }

  /** @param {Board} board */
  async #query(board) {
    this.#queried.add(board);
    await board.query();
    this.#queried.delete(board);
    if (board.uid && !board.pulled) this.#pulled.delete(board.uid);
    this.notifyChange();
    if (!board.hello || this.#announced.has(board)) return;
    this.#announced.add(board);
    this.dispatchEvent(new CustomEvent("plugged", { detail: board }));
  }

  /** Keeps a board that has answered as pulled.
   * @param {SerialPort} port */
  #removePort(port) {
    const board = this.#boards.get(port);
    if (!board) return;
    board.close();
    this.#boards.delete(port);
    board.pulled = true;
    if (board.uid) this.#pulled.set(board.uid, board);
    this.notifyChange();
  }
}

/** @param {Board[]} boards */
function sorted(boards) {
  /** @param {Board} board */
  const rank = ({ hello }) => hello?.table || 1000;
  return boards.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { numeric: true }));
}
