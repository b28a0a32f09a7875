// Verifies a board's result lines, one after another: seal, event and place in the chain.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { parseLine } from "./result_line.js";
import { lineHash, sealKey, sealMac } from "./seal.js";

const { first, reasons: ORDER } = FACTS.lines;

/** Each line of one board, in its order: its text, what it says (null where nothing), and `wrong`, in words, "" where
 * nothing is. `key` is the event's in hex, "" where seals are not to be looked at; `event` its id, "" for any. */
export async function verifyLines(texts, { key = "", event = "" } = {}) {
  const secret = await sealKey(key);
  const found = [];
  let before = null;
  for (const text of texts) {
    const read = await one(text, before, secret, event);
    found.push(read);
    if (read.line) before = read.line;
  }
  return found;
}

async function one(text, before, secret, event) {
  try {
    const line = { ...parseLine(text), digest: await lineHash(text) };
    const reasons = [await sealFault(line, secret), foreign(line, event), chain(line, before)].filter(Boolean);
    return { text, line, reasons, get wrong() { return explain(reasons); } };
  } catch (error) {
    const fault = faultOf(error);
    return { text, line: null, reasons: [], get wrong() { return fault.words; } };
  }
}

async function sealFault({ text, mac }, secret) {
  if (!secret) return "";
  const right = await sealMac(secret, text.slice(0, Math.max(text.lastIndexOf(',"mac":"'), 0)));
  if (right === mac) return "";
  return mac ? "seal" : "unsealed";
}

function foreign(line, event) {
  if (!event || line.event === event) return "";
  return line.event ? "foreign" : "no-event";
}

function chain(line, before) {
  const expected = before ? before.digest : line.n === 1 ? first : line.prev;
  return line.prev === expected ? "" : "broken";
}

/** Reasons in words, in the order of the desk. */
export const explain = (reasons) => [...reasons].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map((reason) => t(`desk.held.${reason}`)).join("; ");

/** The lines that the board has counted and does not give, as [first, last]; null where all are there. */
export function missing(found, count) {
  const numbers = found.filter(({ line }) => line).map(({ line }) => line.n);
  const last = numbers.length ? Math.max(...numbers) : count;
  return last < count ? [last + 1, count] : null;
}
