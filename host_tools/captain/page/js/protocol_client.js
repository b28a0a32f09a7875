// Client of the board's protocol, whose rules are Python's: host_tools/usb/sans_io/exchange.py.

import { FACTS } from "../facts.js";
import { converse } from "./python.js";

const encoder = new TextEncoder();

export class ProtocolClient {
  #connection;
  #decoder = new TextDecoder();
  #number = Math.floor(Math.random() * FACTS.first_numbers);

  /** @param {Pick<import("./connection.js").Connection, "send" | "receive">} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /** Sends a request; resolves to the reply's data lines as objects. Throws Fault: refused, silent, stopped, bare, gone, too_long.
   * @param {string} requestType
   * @returns {Promise<any[]>} */
  async request(requestType, fields = {}) {
    const texts = await this.requestLines(requestType, fields);
    return texts.map((text) => JSON.parse(text));
  }

  /** As `request`, but resolves to the data lines as JSON text; `silence` is the longest wait for a line, in seconds.
   * @param {string} requestType
   * @returns {Promise<string[]>} */
  requestLines(requestType, fields = {}, silence = FACTS.silence_s) {
    const texts = [String(++this.#number), requestType, JSON.stringify(fields), String(silence)];
    return converse("begin_exchange", texts, async (/** @type {string} */ text, /** @type {number} */ deadline) => {
      if (text) await this.#connection.send(encoder.encode(text));
      const bytes = text ? null : await this.#connection.receive(Math.max(0, deadline * 1000 - performance.now()));
      return [bytes ? this.#decoder.decode(bytes, { stream: true }) : "", performance.now() / 1000];
    });
  }
}

/** @param {Uint8Array} first
 * @param {Uint8Array} second */
export function concatenate(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
