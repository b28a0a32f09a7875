// A serial port: open and close it, send bytes, receive bytes.

import { Fault } from "./fault.js";

const BAUD = 115200; // without effect on USB, but required
const BUFFER = 65536;

export class Connection {
  #port;
  /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
  #reader = null;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
  #writer = null;
  /** @type {Uint8Array[]} */
  #received = []; // chunks that `receive` has not returned yet
  /** @type {(() => void) | null} */
  #wake = null; // ends the wait for one
  #open = false;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** @type {Promise<void> | null} */
  #closing = null;

  /** @param {SerialPort} port */
  constructor(port) {
    this.#port = port;
  }

  /** Opens the port and begins to read. Throws Fault: `busy` if another program uses it, `gone` if the cable is out. */
  async open() {
    try {
      await this.#port.open({ baudRate: BAUD, bufferSize: BUFFER });
    } catch (error) {
      throw new Fault(this.#port.connected === false ? "gone" : "busy", { error: error.message });
    }
    this.#open = true;
    this.#writer = this.#port.writable?.getWriter() ?? null;
    // Without these signals MicroPython sends nothing. Not every port has them.
    this.#port.setSignals?.({ dataTerminalReady: true, requestToSend: true }).catch(() => {});
    this.#reading = this.#readStreams();
  }

  get isOpen() {
    return this.#open;
  }

  /** Sends bytes. Throws Fault: `gone`.
   * @param {Uint8Array} bytes */
  async send(bytes) {
    if (!this.#open || !this.#writer) throw new Fault("gone");
    try {
      await this.#writer.write(bytes);
    } catch {
      this.#markClosed();
      throw new Fault("gone");
    }
  }

  /** Resolves to the next bytes received, or null if none come within `ms`. Throws Fault: `gone`.
   * @param {number} ms */
  async receive(ms) {
    if (!this.#received.length && this.#open) await this.#waitForBytes(ms);
    const bytes = this.#received.shift();
    if (!bytes && !this.#open) throw new Fault("gone");
    return bytes ?? null;
  }

  /** Discards the bytes received so far. */
  discardReceived() {
    this.#received = [];
  }

  /** Closes the port, also after the cable was pulled, so that it can be opened again. */
  close() {
    this.#closing ??= this.#release();
    return this.#closing;
  }

  async #release() {
    this.#markClosed();
    if (!this.#writer) return;
    await this.#reader?.cancel().catch(() => {});
    await this.#reading;
    await this.#writer.abort().catch(() => {});
    this.#writer.releaseLock();
    await this.#port.close().catch(() => {});
  }

  /** @param {number} ms
   * @returns {Promise<void>} */
  #waitForBytes(ms) {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#wake = () => (clearTimeout(timer), done());
    });
  }

  #markClosed() {
    this.#open = false;
    this.#wake?.();
  }

  /** Reads until the port closes. After an error on the line, such as a break, it has a new stream; unplugged, none. */
  async #readStreams() {
    while (this.#open && this.#port.readable) {
      const reader = (this.#reader = this.#port.readable.getReader());
      try {
        await this.#readStream(reader);
      } catch {
        // The stream has ended in an error.
      }
      reader.releaseLock();
    }
    this.#markClosed();
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async #readStream(reader) {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return this.#markClosed();
      if (!value.length) continue;
      this.#received.push(value);
      this.#wake?.();
    }
  }
}
