// Web worker with the card game in Python: counts hands and makes up games. No board runs here.

import { writeSources } from "./micropython-fs.js";
import "./wasm-table-cache.js";

const CALLS = ["pack", "needed", "count", "deal"]; // of cards/worker_api.py
/** @type {Promise<Record<string, Function>> | null} */
let cards = null; // promise of the card game's functions

/** Loads MicroPython with the card game; returns its functions by name. */
async function loadCardGame() {
  const answer = await fetch(new URL("../board.json", import.meta.url));
  if (!answer.ok) throw new Error(`board.json could not be fetched: the server answered ${answer.status}`);
  const { loadMicroPython } = await import("../micropython/micropython.mjs");
  const mp = await loadMicroPython({ heapsize: 4 << 20, linebuffer: true });
  writeSources(mp.FS, await answer.json());
  mp.runPython(`import sys\nsys.path[:] = [""]\nfrom cards.worker_api import ${CALLS.join(", ")}`);
  return Object.fromEntries(CALLS.map((name) => [name, mp.globals.get(name)]));
}

/** @type {(message: { data: CardRequest }) => Promise<void>} */
onmessage = async ({ data: { number, call, texts } }) => {
  try {
    cards ??= loadCardGame();
    postMessage({ number, result: (await cards)[call](...texts) });
  } catch (error) {
    cards = null;
    postMessage({ number, error: error.message });
  }
};
