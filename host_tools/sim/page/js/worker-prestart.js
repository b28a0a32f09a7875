// Starts the first board's worker before the rest of the page is loaded, since its start takes longest. Meanwhile the page
// fetches the board's Python for it: over a slow network the line would be idle until the worker has come.

import { scriptUrl } from "./site-url.js";

const FED = "fed"; // name of a worker that is sent its Python

/** @param {WorkerOptions} [options] */
const startWorker = (options) =>
  new Worker(scriptUrl(new URL("worker.js", import.meta.url)), { ...options, type: "module" });
/** @type {Worker | null} */
let first = null;

/** Starts the first worker. If it fails, `takeWorker` starts another, whose error is then reported. */
export function prestartWorker() {
  const worker = (first = startWorker({ name: FED }));
  worker.onerror = () => (first = null);
  fetch(new URL("../board.json", import.meta.url))
    .then((answer) => answer.json())
    .catch(() => null) // the worker fetches it itself, and reports the error
    .then((sources) => worker.postMessage({ do: "feed", sources }));
}

/** Returns a worker without a board: the first one, later a new one. */
export function takeWorker() {
  const worker = first ?? startWorker();
  first = null;
  return worker;
}
