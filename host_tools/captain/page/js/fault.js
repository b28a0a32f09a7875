// What can be wrong with a board or what it sent: a code for programs, words for people.

import { known, t } from "./catalogue.js";

/** `code` has words under captain.wrong, and where something is to be done under captain.advice; `values` fill them. */
export class Fault extends Error {
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }

  /** What is wrong. */
  get wrong() {
    return t(`captain.wrong.${this.code}`, this.values);
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

/** The fault that an error is, whatever was thrown. */
export const faultOf = (error) => (error instanceof Fault ? error : new Fault("unknown", { error: String(error?.message ?? error) }));
