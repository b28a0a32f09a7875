// Whether a worker can run MicroPython: it needs WebAssembly, which a browser may lack and a site's policy forbid.

const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** A start that failed, with the message key of what the reader is told. */
class StartError extends Error {
  /** @param {string} key
   * @param {string} text */
  constructor(key, text) {
    super(text);
    this.key = key;
  }
}

/** Throws StartError if there is no WebAssembly, or a policy forbids it: MicroPython's own error says neither. */
export function checkWebAssembly() {
  if (!globalThis.WebAssembly) throw new StartError("fault.no_wasm", "WebAssembly is not defined");
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch (error) {
    throw new StartError("fault.wasm_forbidden", error.message);
  }
}
