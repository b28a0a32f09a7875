// Client of the board's protocol: requests and replies, each line a JSON object.

import { boardMessage } from "../../js/board-message.js";
import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";

const NEWLINE = 10;
const FIRST_IDS = 2 ** 28;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ProtocolClient {
  #connection;
  #buffer = new Uint8Array();
  // A random first id: replies to an earlier host, which never read them, do not match it.
  #id = Math.floor(Math.random() * FIRST_IDS);

  /** @param {import("./connection.js").Connection} connection */
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

  /** As `request`, but resolves to the data lines as JSON text; `silence` is the longest wait for a line, in ms.
   * @param {string} requestType */
  async requestLines(requestType, fields = {}, silence = FACTS.link.silence_ms) {
    const id = ++this.#id;
    const request = ascii(JSON.stringify({ id, do: requestType, ...fields }));
    if (request.length > FACTS.link.longest)
      throw new Fault("too_long", { size: request.length, longest: FACTS.link.longest });
    // The first line end completes a line that another host may have left unfinished.
    await this.#connection.send(encoder.encode(`\n${request}\n`));
    return this.#readReply(id, request, silence);
  }

  /** @param {number} id
   * @param {string} request
   * @param {number} silence
   * @returns {Promise<string[]>} */
  async #readReply(id, request, silence) {
    const data = [];
    let deadline = performance.now() + silence;
    for (;;) {
      const text = await this.#readLine(request, silence, deadline);
      const reply = parseObject(text);
      if (reply.id !== id || "do" in reply) {
        if (performance.now() > deadline) throw new Fault("no_board");
        continue;
      }
      deadline = performance.now() + silence;
      if (reply.ok === true) return data;
      if (reply.ok === false) throw refusalFault(reply);
      data.push(text);
    }
  }

  /** Resolves to the next line. Throws Fault, after `deadline` (as of performance.now) also while something is sent.
   * @param {string} request
   * @param {number} silence
   * @param {number} deadline */
  async #readLine(request, silence, deadline) {
    for (;;) {
      const end = this.#buffer.indexOf(NEWLINE);
      if (end >= 0) return this.#takeLine(end);
      if (this.#buffer.length && performance.now() > deadline && !this.#hasEcho(request)) throw new Fault("no_board");
      const chunk = await this.#connection.receive(silence);
      if (!chunk) throw await this.#silenceFault(request, silence);
      this.#buffer = concatenate(this.#buffer, chunk);
    }
  }

  /** Whether MicroPython's prompt has echoed the request.
   * @param {string} request */
  #hasEcho(request) {
    return decoder.decode(this.#buffer).includes(request);
  }

  /** Resolves to Fault `silent`; if MicroPython's prompt has echoed the request, `stopped` or, without firmware, `bare`.
   * @param {string} request
   * @param {number} silence */
  async #silenceFault(request, silence) {
    if (!this.#hasEcho(request)) return new Fault("silent");
    await this.#connection.send(encoder.encode(`\x03${FACTS.link.find_firmware}\r`));
    for (let said = ""; ;) {
      const chunk = await this.#connection.receive(silence);
      said += chunk ? decoder.decode(chunk) : "";
      if (said.includes(FACTS.link.no_firmware)) return new Fault("bare");
      if (!chunk || said.includes(FACTS.link.has_firmware)) return new Fault("stopped");
    }
  }

  /** @param {number} end */
  #takeLine(end) {
    const line = decoder.decode(this.#buffer.subarray(0, end)).trim();
    this.#buffer = this.#buffer.slice(end + 1);
    return line;
  }
}

/** Escapes JSON to ASCII, as the USB commands send it: its length is then that in bytes, which is limited.
 * @param {string} json */
const ascii = (json) =>
  json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Decodes a JSON object; {} if the text is none.
 * @param {string} text */
function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/** The fault of a refusal: `unknown-verb` of older firmware, else `refused`, with advice for some of the board's codes.
 * @param {{ error: string, why?: CodedMessage, detail?: string }} reply */
function refusalFault({ error, why, detail }) {
  if (error === "unknown-verb") return new Fault(error);
  const fault = new Fault("refused", { detail: () => boardMessage(why, String(detail)) });
  return Object.assign(fault, { adviceKey: `captain.advice.${why?.code}` });
}

/** @param {Uint8Array} first
 * @param {Uint8Array} second */
export function concatenate(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
