// What can be wrong with a board or what it sent: a code for programs, words for people.

import { known, t } from "./catalogue.js";

/** `code` has words under captain.wrong, or under the desk's `key`, and where something is to be done under
 * captain.advice; `values` fill them: texts, or functions that tell them in the reader's language. */
export class Fault extends Error {
  constructor(code, values = {}, key = `captain.wrong.${code}`) {
    super(code);
    this.code = code;
    this.values = values;
    this.key = key;
  }

  /** What is wrong. */
  get wrong() {
    const told = Object.entries(this.values).map(([name, value]) => [name, typeof value === "function" ? value() : value]);
    return t(this.key, Object.fromEntries(told));
  }

  /** The one thing to do, or "". */
  get advice() {
    const key = `captain.advice.${this.code}`;
    return known(key) ? t(key, this.values) : "";
  }

  /** Both. */
  get words() {
    return this.advice ? t("captain.wrong_advice", { wrong: this.wrong, advice: this.advice }) : this.wrong;
  }
}

/** A text that is no result line: `name` of the desk's words for that. */
export const lineFault = (name, values) => new Fault("line", values, `desk.line.${name}`);

/** Scores that no game ends with, said of the line that has them. */
export class ScoreFault extends Fault {
  constructor(name, values) {
    super("line", values, `desk.error.score_${name}`);
  }

  get wrong() {
    return `scores: ${super.wrong}`;
  }
}

/** The fault that an error is, whatever was thrown. */
export const faultOf = (error) => (error instanceof Fault ? error : new Fault("unknown", { error: String(error?.message ?? error) }));
