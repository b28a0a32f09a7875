// Starts the first board's worker before the rest of the page is loaded: what it fetches and compiles takes longest.

const begin = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });
let first = begin();
// Whoever wants a thread begins another, and hears for what reason it fails.
first.onerror = () => (first = null);

/** A thread that waits for its board. */
export function thread() {
  const taken = first ?? begin();
  first = null;
  return taken;
}
