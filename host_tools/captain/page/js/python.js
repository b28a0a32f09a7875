// The commands' own Python (host_tools/usb/sans_io, host_tools/results), on MicroPython in a worker.

import { PythonClient } from "../../js/python-client.js";
import { Fault, faultOfProblem } from "./fault.js";

const client = new PythonClient("captain/python.json");
let begun = 0; // number of conversations that have begun

/** Calls a function such as `sans_io.worker_api.describe` with texts; resolves to the value of the JSON that it returns.
 * Throws Fault: `not_loaded`, `no_web_assembly`.
 * @param {string} call
 * @param {...string} texts */
export async function callPython(call, ...texts) {
  try {
    return JSON.parse(await client.call(call, ...texts));
  } catch (error) {
    throw error.key
      ? new Fault("no_web_assembly", {}, { key: error.key })
      : new Fault("not_loaded", { error: error.message });
  }
}

/** Does what a function of sans_io.worker_api asks for step by step: `act` is called with each step's values, and its
 * result sent back. Resolves to what the function returns in the end. Throws Fault.
 * @param {string} begin
 * @param {string[]} texts
 * @param {(...values: any[]) => any} act */
export async function converse(begin, texts, act) {
  const name = String(++begun);
  let answer = await callPython(`sans_io.worker_api.${begin}`, name, ...texts);
  while (answer.step) {
    const result = await act(...answer.step);
    answer = await callPython("sans_io.worker_api.next_step", name, JSON.stringify(result ?? null));
  }
  if (answer.problem) throw faultOfProblem(answer.problem);
  return answer.done;
}

/** Begins to load MicroPython, which takes as long as choosing a board: there is nothing to wait for. */
export const prepare = () => void problems("shared", []).catch(() => {}); // the next call reports the error

/** Resolves to what a function of sans_io.worker_api finds wrong. Throws Fault.
 * @param {string} call
 * @param {any} value
 * @returns {Promise<Fault[]>} */
export async function problems(call, value) {
  const found = await callPython(`sans_io.worker_api.${call}`, JSON.stringify(value));
  return found.map(faultOfProblem);
}
