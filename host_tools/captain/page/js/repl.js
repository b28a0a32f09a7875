// MicroPython's raw prompt over an open port: runs code, writes files (MicroPython's manual, "Raw mode").

import { Fault } from "./fault.js";
import { joined } from "./protocol_client.js";

const CTRL_A = 1;
const CTRL_B = 2;
const CTRL_C = 3;
const CTRL_D = 4;
const RETURN = 13;
const ENTER_MS = 10000;
const SILENCE_MS = 10000;
const BANNER = "raw REPL; CTRL-B to exit\r\n";
const PIECE = 256; // bytes at once where there is no raw paste
const CHUNK = 768; // bytes of a file at once; the board compiles a third more

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Repl {
  #connection;
  #rest = new Uint8Array();
  #paste = true; // whether raw paste may be tried

  constructor(connection) {
    this.#connection = connection;
  }

  /** Interrupts the board's program, and begins anew without main.py. Throws Fault, as all of these. */
  async enter() {
    await this.#send(RETURN, CTRL_C);
    this.#connection.drop();
    await this.#send(RETURN, CTRL_A);
    await this.#until(`${BANNER}>`, ENTER_MS);
    await this.#send(CTRL_D);
    await this.#until("soft reboot\r\n", ENTER_MS);
    await this.#until(BANNER, ENTER_MS);
  }

  /** Runs code in the board's main module; what it printed. */
  async run(code) {
    await this.#until(">", SILENCE_MS);
    if (!(this.#paste && (await this.#pasted(encoder.encode(code))))) await this.#typed(encoder.encode(code));
    const said = await this.#until("\x04", SILENCE_MS);
    const error = await this.#until("\x04", SILENCE_MS);
    if (error) throw new Fault("said", { error: error.trim().split("\n").at(-1) });
    return said.replaceAll("\r\n", "\n");
  }

  /** Writes a file; `tell` hears how many of its bytes have gone. */
  async write(path, bytes, tell) {
    await this.run(`from binascii import a2b_base64\nf=open(${python(path)},'wb')\nw=f.write`);
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const part = bytes.subarray(at, at + CHUNK);
      await this.run(`w(a2b_base64(b'${btoa(String.fromCharCode(...part))}'))`);
      tell(at + part.length);
    }
    await this.run("f.close()");
  }

  /** The board begins again, as after power-up. */
  async leave() {
    await this.#send(RETURN, CTRL_B);
    await this.#send(CTRL_D);
  }

  /** Raw paste: code goes in windows that the board acknowledges. False where the board has none. */
  async #pasted(code) {
    await this.#send(5, 65, CTRL_A);
    const answer = await this.#take(2);
    if (answer[0] !== 82 || answer[1] > 1) {
      await this.#until(">", SILENCE_MS);
      return (this.#paste = false);
    }
    if (answer[1] === 0) return (this.#paste = false);
    const window = await this.#take(2);
    await this.#windows(code, window[0] | (window[1] << 8));
    await this.#send(CTRL_D);
    await this.#until("\x04", SILENCE_MS);
    return true;
  }

  async #windows(code, size) {
    for (let at = 0, left = size; at < code.length; ) {
      if (!left) {
        const [sign] = await this.#take(1);
        if (sign !== CTRL_A) throw new Fault("no_prompt");
        left = size;
      }
      const part = code.subarray(at, at + left);
      await this.#connection.send(part);
      at += part.length;
      left -= part.length;
    }
  }

  async #typed(code) {
    for (let at = 0; at < code.length; at += PIECE) {
      await this.#connection.send(code.subarray(at, at + PIECE));
      await new Promise((done) => setTimeout(done, 10));
    }
    await this.#send(CTRL_D);
    if (decoder.decode(await this.#take(2)) !== "OK") throw new Fault("no_prompt");
  }

  #send(...bytes) {
    return this.#connection.send(Uint8Array.from(bytes));
  }

  /** Text up to `end`, which is left out. */
  async #until(end, ms) {
    for (;;) {
      const text = latin(this.#rest);
      const at = text.indexOf(end);
      if (at >= 0) {
        const said = this.#rest.subarray(0, at);
        this.#rest = this.#rest.slice(at + end.length);
        return decoder.decode(said);
      }
      await this.#more(ms);
    }
  }

  async #take(count) {
    while (this.#rest.length < count) await this.#more(SILENCE_MS);
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.slice(count);
    return taken;
  }

  async #more(ms) {
    const came = await this.#connection.hear(ms);
    if (!came) throw new Fault("no_prompt");
    this.#rest = joined(this.#rest, came);
  }
}

const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** A text as Python writes it. */
export const python = (text) => `'${text.replace(/[\\']/g, "\\$&")}'`;
