// Verifies a board's result lines, one after another: seal, event and place in the chain.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { boardKey } from "./board_key.js";
import { faultOf } from "./fault.js";
import { parseLine } from "./result_line.js";
import { lineHash, sealKey, sealMac } from "./seal.js";

const { first, reasons: ORDER } = FACTS.lines;

/** Verifies one board's lines, in order; resolves to { text, line (parsed, or null), reasons, wrong (a text, or "") } of
 * each. `key` is the event's in hex, "" to skip the seals; `event` its id, "" for any. */
export async function verifyLines(texts, { key = "", event = "" } = {}) {
  const secret = await sealKey(key);
  const found = [];
  let previous = null;
  for (const text of texts) {
    const verified = await verifyLine(text, previous, key, secret, event);
    found.push(verified);
    if (verified.line) previous = verified.line;
  }
  return found;
}

async function verifyLine(text, previous, key, secret, event) {
  try {
    const line = { ...parseLine(text), digest: await lineHash(text) };
    const own = secret && (await sealKey(await boardKey(key, line.board)));
    const reasons = [(await sealFault(line, own)) && (await sealFault(line, secret)), eventFault(line, event), chainFault(line, previous)].filter(Boolean);
    return { text, line, reasons, get wrong() { return reasonTexts(reasons); } };
  } catch (error) {
    const fault = faultOf(error);
    return { text, line: null, reasons: [], get wrong() { return fault.text; } };
  }
}

async function sealFault({ text, mac }, secret) {
  if (!secret) return "";
  const right = await sealMac(secret, text.slice(0, Math.max(text.lastIndexOf(',"mac":"'), 0)));
  if (right === mac) return "";
  return mac ? "seal" : "unsealed";
}

function eventFault(line, event) {
  if (!event || line.event === event) return "";
  return line.event ? "foreign" : "no-event";
}

function chainFault(line, previous) {
  const expected = previous ? previous.digest : line.n === 1 ? first : line.prev;
  return line.prev === expected ? "" : "broken";
}

/** The texts of reasons, in the desk's order. */
export const reasonTexts = (reasons) => [...reasons].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map((reason) => t(`desk.held.${reason}`)).join("; ");

/** The numbers of the last results that are missing, as [first, last]; `count` is how many the board has counted. */
export function missingNumbers(found, count) {
  const numbers = found.filter(({ line }) => line).map(({ line }) => line.n);
  const last = numbers.length ? Math.max(...numbers) : count;
  return last < count ? [last + 1, count] : null;
}
