// An open serial port: bytes out, and bytes in as they come.

import { Fault } from "./fault.js";

const BAUD = 115200; // of no matter on USB, but a number is wanted
const BUFFER = 65536;

export class Connection {
  #port;
  #reader = null;
  #writer = null;
  #heard = []; // chunks that nobody has taken yet
  #wake = null; // who waits for one
  #open = false;
  #listening = null;
  #closing = null;

  constructor(port) {
    this.#port = port;
  }

  /** Throws Fault: `busy` where another program has the port, `gone` where the cable is out. */
  async open() {
    try {
      await this.#port.open({ baudRate: BAUD, bufferSize: BUFFER });
    } catch (error) {
      throw new Fault(this.#port.connected === false ? "gone" : "busy", { error: error.message });
    }
    this.#open = true;
    this.#writer = this.#port.writable.getWriter();
    // MicroPython is silent to a host that does not say that it is there. Not every port has such lines.
    this.#port.setSignals?.({ dataTerminalReady: true, requestToSend: true }).catch(() => {});
    this.#listening = this.#listen();
  }

  get isOpen() {
    return this.#open;
  }

  /** Sends bytes. Throws Fault: `gone`. */
  async send(bytes) {
    if (!this.#open) throw new Fault("gone");
    try {
      await this.#writer.write(bytes);
    } catch {
      this.#lost();
      throw new Fault("gone");
    }
  }

  /** The next bytes that come, or null when none come for `ms`. Throws Fault: `gone`. */
  async hear(ms) {
    if (!this.#heard.length && this.#open) await this.#next(ms);
    if (this.#heard.length) return this.#heard.shift();
    if (!this.#open) throw new Fault("gone");
    return null;
  }

  /** Forgets what has come so far. */
  drop() {
    this.#heard = [];
  }

  /** Releases the port, also of one that is lost: it can be opened again. */
  close() {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #shut() {
    this.#lost();
    if (!this.#writer) return;
    await this.#reader?.cancel().catch(() => {});
    await this.#listening;
    await this.#writer.abort().catch(() => {});
    this.#writer.releaseLock();
    await this.#port.close().catch(() => {});
  }

  #next(ms) {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#wake = () => (clearTimeout(timer), done());
    });
  }

  #lost() {
    this.#open = false;
    this.#wake?.();
  }

  /** After an error on the line, such as a break, a port has a new stream; after the cable is out it has none. */
  async #listen() {
    while (this.#open && this.#port.readable) {
      this.#reader = this.#port.readable.getReader();
      try {
        await this.#take();
      } catch {
        // The stream has ended in an error.
      }
      this.#reader.releaseLock();
    }
    this.#lost();
  }

  async #take() {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return this.#lost();
      if (!value.length) continue;
      this.#heard.push(value);
      this.#wake?.();
    }
  }
}
