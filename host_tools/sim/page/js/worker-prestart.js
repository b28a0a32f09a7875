// Starts the first board's worker before the rest of the page is loaded, since its start takes longest.

import { scriptUrl } from "./site-url.js";

const startWorker = () => new Worker(scriptUrl(new URL("worker.js", import.meta.url)), { type: "module" });
/** @type {Worker | null} */
let first = null;

/** Starts the first worker. If it fails, `takeWorker` starts another, whose error is then reported. */
export function prestartWorker() {
  first = startWorker();
  first.onerror = () => (first = null);
}

/** Returns a worker without a board: the first one, later a new one. */
export function takeWorker() {
  const worker = first ?? startWorker();
  first = null;
  return worker;
}
