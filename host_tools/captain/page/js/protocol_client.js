// Client of a board's own protocol: a JSON object a line.

import { FACTS } from "../facts.js";
import { translateMessage } from "./board_message_translation.js";
import { Fault } from "./fault.js";

const NEWLINE = 10;
const FIRST_IDS = 2 ** 28;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ProtocolClient {
  #connection;
  #rest = new Uint8Array();
  // Answers to a host before this one, which never read them, are not for this one.
  #id = Math.floor(Math.random() * FIRST_IDS);

  constructor(connection) {
    this.#connection = connection;
  }

  /** The data lines of the answer, as objects. Throws Fault: refused, silent, prompt, gone, too_long. */
  async ask(verb, fields = {}) {
    const texts = await this.texts(verb, fields);
    return texts.map((text) => JSON.parse(text));
  }

  /** The data lines of the answer, as they came. */
  async texts(verb, fields = {}, silence = FACTS.link.silence_ms) {
    const id = ++this.#id;
    const request = ascii(JSON.stringify({ id, do: verb, ...fields }));
    if (request.length > FACTS.link.longest) throw new Fault("too_long", { size: request.length, longest: FACTS.link.longest });
    // The line before it, if somebody left one unfinished, ends here.
    await this.#connection.send(encoder.encode(`\n${request}\n`));
    return this.#answer(id, request, fields, silence);
  }

  async #answer(id, request, fields, silence) {
    const data = [];
    for (;;) {
      const text = await this.#hear(request, silence);
      const reply = object(text);
      if (reply.id !== id || "do" in reply) continue;
      if (reply.ok === true) return data;
      if (reply.ok === false) throw refusal(reply, fields);
      data.push(text);
    }
  }

  /** The next line. The prompt echoes what is typed, and waits for a carriage return: that is told from silence. */
  async #hear(request, silence) {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) return this.#cut(end);
      const came = await this.#connection.hear(silence);
      if (!came) throw new Fault(decoder.decode(this.#rest).includes(request) ? "prompt" : "silent");
      this.#rest = joined(this.#rest, came);
    }
  }

  #cut(end) {
    const line = decoder.decode(this.#rest.subarray(0, end)).trim();
    this.#rest = this.#rest.slice(end + 1);
    return line;
  }
}

/** JSON in ASCII, as the Python of the verbs sends it: boards take no more than so many bytes. */
const ascii = (json) => json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

function object(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

function refusal({ error, detail }, fields) {
  if (error === "pin") return new Fault("pin" in fields ? "pin_wrong" : "pin_needed");
  if (error === "locked" || error === "unknown-verb") return new Fault(error);
  return new Fault("refused", { detail: translateMessage(String(detail)) });
}

export function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
