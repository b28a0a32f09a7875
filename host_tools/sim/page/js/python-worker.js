// Web worker that runs Python of this site: MicroPython with the card game and the reader of result lines. No board runs
// here.

import { jsonSyntax } from "./json-syntax.js";
import { writeSources } from "./micropython-fs.js";
import "./wasm-table-cache.js";

let interpreter = null; // promise of MicroPython with all sources

/** Loads MicroPython with the sources. */
async function loadInterpreter() {
  const answer = await fetch(new URL("../board.json", import.meta.url));
  if (!answer.ok) throw new Error(`board.json could not be fetched: the server answered ${answer.status}`);
  const { loadMicroPython } = await import("../micropython/micropython.mjs");
  const mp = await loadMicroPython({ heapsize: 4 << 20, linebuffer: true });
  mp.registerJsModule("json_syntax", jsonSyntax);
  writeSources(mp.FS, await answer.json());
  mp.runPython(`import sys\nsys.path[:] = [""]`);
  return mp;
}

onmessage = async ({ data: { number, module, call, texts } }) => {
  try {
    interpreter ??= loadInterpreter();
    const mp = await interpreter;
    mp.runPython(`from ${module} import ${call}`);
    postMessage({ number, result: mp.globals.get(call)(...texts) });
  } catch (error) {
    interpreter = null;
    postMessage({ number, error: error.message });
  }
};
