// MicroPython's raw REPL over an open port: runs code, writes files (MicroPython's manual, "Raw mode").

import { Fault } from "./fault.js";
import { concatenate } from "./protocol_client.js";

const CTRL_A = 1;
const CTRL_B = 2;
const CTRL_C = 3;
const CTRL_D = 4;
const RETURN = 13;
const ENTER_MS = 10000;
const SILENCE_MS = 10000;
const BANNER = "raw REPL; CTRL-B to exit\r\n";
const PIECE = 256; // bytes of code sent at once without raw paste
const CHUNK = 768; // bytes of a file sent at once, in base64

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Repl {
  #connection;
  #buffer = new Uint8Array();
  #mayRawPaste = true; // false once the board has refused raw paste

  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /** Interrupts the board's program, and restarts MicroPython without main.py. Throws Fault, as all methods do. */
  async enter() {
    await this.#send(RETURN, CTRL_C);
    this.#connection.discardReceived();
    await this.#send(RETURN, CTRL_A);
    await this.#readUntil(`${BANNER}>`, ENTER_MS);
    await this.#send(CTRL_D);
    await this.#readUntil("soft reboot\r\n", ENTER_MS);
    await this.#readUntil(BANNER, ENTER_MS);
  }

  /** Runs code in the board's main module; resolves to what it printed.
   * @param {string} code */
  async run(code) {
    await this.#begin(code);
    const output = await this.#readUntil("\x04", SILENCE_MS);
    const error = await this.#readUntil("\x04", SILENCE_MS);
    if (error) throw new Fault("said", { error: error.trim().split("\n").at(-1) ?? "" });
    return output.replaceAll("\r\n", "\n");
  }

  /** Runs code that resets the board; resolves to what it printed until the port was gone, or `ms` were over.
   * @param {string} code
   * @param {number} ms */
  async runToReset(code, ms) {
    await this.#begin(code);
    const end = Date.now() + ms;
    try {
      while (Date.now() < end) {
        const chunk = await this.#connection.receive(end - Date.now());
        if (chunk) this.#buffer = concatenate(this.#buffer, chunk);
      }
    } catch {
      // The port is gone, as it should be.
    }
    return decoder.decode(this.#buffer).replaceAll("\r\n", "\n");
  }

  /** @param {string} code */
  async #begin(code) {
    await this.#readUntil(">", SILENCE_MS);
    if (!(this.#mayRawPaste && (await this.#sendByRawPaste(encoder.encode(code)))))
      await this.#sendTyped(encoder.encode(code));
  }

  /** Writes a file; `report` takes the number of bytes written so far.
   * @param {string} path
   * @param {Uint8Array} bytes
   * @param {(written: number) => void} report */
  async write(path, bytes, report) {
    await this.run(`from binascii import a2b_base64\nf=open(${pythonLiteral(path)},'wb')\nw=f.write`);
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const part = bytes.subarray(at, at + CHUNK);
      await this.run(`w(a2b_base64(b'${btoa(String.fromCharCode(...part))}'))`);
      report(at + part.length);
    }
    await this.run("f.close()");
  }

  /** Restarts the board, as after power-up. */
  async leave() {
    await this.#send(RETURN, CTRL_B);
    await this.#send(CTRL_D);
  }

  /** Sends code by raw paste, in windows that the board acknowledges; resolves to false if it has no raw paste.
   * @param {Uint8Array} code */
  async #sendByRawPaste(code) {
    await this.#send(5, 65, CTRL_A); // Ctrl-E A Ctrl-A
    const answer = await this.#readBytes(2);
    if (answer[0] !== 82 || answer[1] > 1) {
      // not "R" and 0 or 1: an old MicroPython
      await this.#readUntil(">", SILENCE_MS);
      return (this.#mayRawPaste = false);
    }
    if (answer[1] === 0) return (this.#mayRawPaste = false);
    const window = await this.#readBytes(2);
    await this.#sendInWindows(code, window[0] | (window[1] << 8));
    await this.#send(CTRL_D);
    await this.#readUntil("\x04", SILENCE_MS);
    return true;
  }

  /** @param {Uint8Array} code
   * @param {number} size */
  async #sendInWindows(code, size) {
    for (let at = 0, left = size; at < code.length;) {
      if (!left) {
        const [sign] = await this.#readBytes(1);
        if (sign !== CTRL_A) throw new Fault("no_prompt");
        left = size;
      }
      const part = code.subarray(at, at + left);
      await this.#connection.send(part);
      at += part.length;
      left -= part.length;
    }
  }

  /** @param {Uint8Array} code */
  async #sendTyped(code) {
    for (let at = 0; at < code.length; at += PIECE) {
      await this.#connection.send(code.subarray(at, at + PIECE));
      await new Promise((done) => setTimeout(done, 10));
    }
    await this.#send(CTRL_D);
    if (decoder.decode(await this.#readBytes(2)) !== "OK") throw new Fault("no_prompt");
  }

  /** @param {number[]} bytes */
  #send(...bytes) {
    return this.#connection.send(Uint8Array.from(bytes));
  }

  /** Reads up to and with `end`; resolves to the text before it. Throws Fault if no byte comes for `ms`.
   * @param {string} end
   * @param {number} ms */
  async #readUntil(end, ms) {
    for (;;) {
      const text = latin1(this.#buffer);
      const at = text.indexOf(end);
      if (at >= 0) {
        const before = this.#buffer.subarray(0, at);
        this.#buffer = this.#buffer.slice(at + end.length);
        return decoder.decode(before);
      }
      await this.#receive(ms);
    }
  }

  /** @param {number} count */
  async #readBytes(count) {
    while (this.#buffer.length < count) await this.#receive(SILENCE_MS);
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.slice(count);
    return taken;
  }

  /** @param {number} ms */
  async #receive(ms) {
    const chunk = await this.#connection.receive(ms);
    if (!chunk) throw new Fault("no_prompt");
    this.#buffer = concatenate(this.#buffer, chunk);
  }
}

/** @param {Uint8Array} bytes */
const latin1 = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** A text as a Python string literal.
 * @param {string} text */
export const pythonLiteral = (text) => `'${text.replace(/[\\']/g, "\\$&")}'`;
