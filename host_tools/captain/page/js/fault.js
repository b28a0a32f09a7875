// What is wrong with boards and what they sent: a code for programs, translated text for people.

import { boardMessage } from "../../js/board-message.js";
import { FACTS } from "../facts.js";
import { hasMessage, t } from "./catalogue.js";

/** What is wrong, as `Problem` of host_tools/usb/sans_io: `values` fill the message under `key`, by default captain.wrong.CODE;
 * `said` is what the board itself says, and fills {said}; captain.do.REMEDY, or captain.do.CODE, says what to do. */
export class Fault extends Error {
  /** @param {string} code
   * @param {Record<string, MessageValue>} values
   * @param {{ key?: string, remedy?: string, said?: Problem["said"] }} more */
  constructor(code, values = {}, { key = `captain.wrong.${code}`, remedy = code, said = null } = {}) {
    super(code);
    this.code = code;
    this.values = values;
    this.key = key;
    this.remedy = remedy;
    this.said = said;
  }

  /** What is wrong. */
  get wrong() {
    const said = this.said && boardMessage(...this.said);
    return messageText([this.key, { ...this.values, said: said ?? null }]);
  }

  /** What to do, or "". */
  get advice() {
    const key = [this.remedy, this.code].map((name) => `captain.do.${name}`).find(hasMessage);
    const place = Object.entries(FACTS.places).find(([remedy]) => remedy === this.remedy)?.[1];
    return key ? t(key, { how: place ? t(`captain.how.${place}`) : "" }) : "";
  }

  /** What is wrong, and what to do. */
  get text() {
    return this.advice ? t("captain.wrong_advice", { wrong: this.wrong, advice: this.advice }) : this.wrong;
  }
}

/** A problem that Python has found.
 * @param {Problem} problem */
export const faultOfProblem = ({ code, values, remedy, said }) => new Fault(code, values, { remedy, said });

/** The text of a message that Python has made: its key and values, of which one may be such a pair.
 * @param {Message} message
 * @returns {string} */
export function messageText([key, values]) {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? messageText(value) : value,
  ]);
  return t(key, Object.fromEntries(texts));
}

/** An error as a Fault: itself, or `unknown` with its message.
 * @type {(error: any) => Fault} */
export const faultOf = (error) =>
  error instanceof Fault ? error : new Fault("unknown", { error: String(error?.message ?? error) });
