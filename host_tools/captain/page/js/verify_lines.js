// Verifies boards' result lines, by the Python of the commands: host_tools/results, on MicroPython in a worker.

import { messageText } from "./fault.js";
import { callPython } from "./python.js";

const AT_ONCE = 50; // lines; MicroPython collects its garbage between calls

/** Verifies one board's lines, in order; resolves to { text, digest (its hash), line (its fields, or null), wrong (a text, or
 * "") } of each. `key` is the event's in hex, "" to skip the seals; `id` the event's, "" for any. Throws Fault.
 * @param {string[]} texts result lines, or replies of the board's protocol with one
 * @param {{ key?: string, id?: string }} event
 * @returns {Promise<VerifiedLine[]>} */
export async function verifyLines(texts, { key = "", id = "" } = {}) {
  /** @type {CheckedLine[]} */
  const found = [];
  let previous = "";
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const part = texts.slice(at, at + AT_ONCE).map((text) => `${text}\n`);
    found.push(...(await callPython("results.worker_api.verify", part.join(""), key, id, previous)));
    previous = found.filter(({ line }) => line).at(-1)?.digest ?? "";
  }
  return found.map(({ text, digest, line, faults }) => ({
    text,
    digest,
    line,
    get wrong() {
      return faults.map(messageText).join("; ");
    },
  }));
}

/** The numbers of the last results that are missing, as [first, last]; `count` is how many the board has counted.
 * @type {(found: VerifiedLine[], count: number) => [first: number, last: number] | null} */
export function missingNumbers(found, count) {
  const numbers = found.flatMap(({ line }) => (line ? [line.n] : []));
  const last = numbers.length ? Math.max(...numbers) : count;
  return last < count ? [last + 1, count] : null;
}
