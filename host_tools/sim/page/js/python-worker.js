// Web worker that runs functions in Python: the card game, or the reader of result lines. No board runs here.

import { jsonSyntax } from "./json-syntax.js";
import { writeSources } from "./micropython-fs.js";
import { checkWebAssembly } from "./web-assembly.js";

/** @type {Promise<any> | null} */
let interpreter = null; // promise of MicroPython with the sources

/** Loads MicroPython with the Python of a file of this site, text by path.
 * @param {string} sources */
async function loadInterpreter(sources) {
  checkWebAssembly();
  const answer = await fetch(new URL(`../${sources}`, import.meta.url));
  if (!answer.ok) throw new Error(`${sources} could not be fetched: the server answered ${answer.status}`);
  const [{ loadMicroPython }] = await Promise.all([
    import("../micropython/micropython.mjs"),
    import("./wasm-table-cache.js"),
  ]);
  const mp = await loadMicroPython({ heapsize: 4 << 20, linebuffer: true });
  mp.registerJsModule("json_syntax", jsonSyntax);
  writeSources(mp.FS, await answer.json());
  mp.runPython(`import sys\nsys.path[:] = [""]`);
  return mp;
}

/** @type {(message: { data: PythonCall }) => Promise<void>} */
onmessage = async ({ data: { number, sources, module, call, texts } }) => {
  try {
    interpreter ??= loadInterpreter(sources);
    const mp = await interpreter;
    mp.runPython(`from ${module} import ${call}`);
    postMessage({ number, result: mp.globals.get(call)(...texts) });
  } catch (error) {
    interpreter = null;
    postMessage({ number, error: error.message, key: error.key });
  }
};
