// Errors of boards and of what they sent: a code for programs, translated text for people.

import { hasMessage, t } from "./catalogue.js";

/** An error with a message under `key`, by default captain.wrong.CODE, and for some codes advice under captain.advice.CODE.
 * `values` fill them: texts, or functions that return a text in the reader's language. */
export class Fault extends Error {
  /** @param {string} code
   * @param {Record<string, any>} values */
  constructor(code, values = {}, key = `captain.wrong.${code}`) {
    super(code);
    this.code = code;
    this.values = values;
    this.key = key;
    this.adviceKey = `captain.advice.${code}`;
  }

  /** What is wrong. */
  get wrong() {
    const texts = Object.entries(this.values).map(([name, value]) => [
      name,
      typeof value === "function" ? value() : value,
    ]);
    return t(this.key, Object.fromEntries(texts));
  }

  /** What to do, or "". */
  get advice() {
    return hasMessage(this.adviceKey) ? t(this.adviceKey, this.values) : "";
  }

  /** What is wrong, and what to do. */
  get text() {
    return this.advice ? t("captain.wrong_advice", { wrong: this.wrong, advice: this.advice }) : this.wrong;
  }
}

/** The text of a fault that host_tools/results found: key and values of a message, of which one may be such a pair.
 * @param {LineFault} fault
 * @returns {string} */
export function faultText([key, values]) {
  const texts = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? faultText(value) : value]);
  return t(key, Object.fromEntries(texts));
}

/** An error as a Fault: itself, or `unknown` with its message.
 * @type {(error: any) => Fault} */
export const faultOf = (error) =>
  error instanceof Fault ? error : new Fault("unknown", { error: String(error?.message ?? error) });
