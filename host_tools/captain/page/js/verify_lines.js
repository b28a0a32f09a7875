// Verifies boards' result lines, by the Python of the commands: host_tools/results, on MicroPython in a worker.

import { PythonClient } from "../../js/python-client.js";
import { Fault, faultText } from "./fault.js";

const AT_ONCE = 50; // lines; MicroPython collects its garbage between calls

const python = new PythonClient("results.worker_api", "captain/results.json");

/** Begins to load MicroPython, which takes as long as reading a board: there is nothing to wait for. */
export const prepare = () => void python.call("verify", "", "", "", "").catch(() => {}); // `verifyLines` reports the error

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
    found.push(...(await verifyPart(part.join(""), key, id, previous)));
    previous = found.filter(({ line }) => line).at(-1)?.digest ?? "";
  }
  return found.map(({ text, digest, line, faults }) => ({
    text,
    digest,
    line,
    get wrong() {
      return faults.map(faultText).join("; ");
    },
  }));
}

/** @param {string[]} texts
 * @returns {Promise<CheckedLine[]>} */
async function verifyPart(...texts) {
  try {
    return JSON.parse(await python.call("verify", ...texts));
  } catch (error) {
    throw error.key ? new Fault("no_web_assembly", {}, error.key) : new Fault("not_checked", { error: error.message });
  }
}

/** The numbers of the last results that are missing, as [first, last]; `count` is how many the board has counted.
 * @type {(found: VerifiedLine[], count: number) => [first: number, last: number] | null} */
export function missingNumbers(found, count) {
  const numbers = found.flatMap(({ line }) => (line ? [line.n] : []));
  const last = numbers.length ? Math.max(...numbers) : count;
  return last < count ? [last + 1, count] : null;
}
