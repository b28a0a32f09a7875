// Runs MicroPython for micropython_process.py: one JSON request a line on stdin, one JSON answer a line on stdout.
// It only transports text and bytes: what a board does is decided in Python.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { jsonSyntax } from "./page/js/json-syntax.js";
import "./page/js/wasm-table-cache.js";

// A proxy of an interpreter that has been replaced would, when collected, free an object of its successor: the build
// keeps its tables in this one realm. Nothing here makes many proxies, so none are collected.
globalThis.FinalizationRegistry = class {
  register() {}
  unregister() {}
};

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]).href);
const HEAP = 4 * 1024 * 1024; // each collection goes through all of it
let python = null;
let printed = [];

const handlers = {
  async start({ files }) {
    python = null;
    python = await loadMicroPython({ heapsize: HEAP, stdout: (line) => printed.push(line), linebuffer: true });
    python.registerJsModule("json_syntax", jsonSyntax);
    for (const [path, base64] of Object.entries(files)) writeFile(path, base64);
  },
  run: ({ code }) => void python.runPython(code),
  call({ name, args }) {
    if (!python.globals.get(name)) throw new Error(`MicroPython has no function ${name}`);
    const value = python.globals.get(name)(...args);
    return value === undefined ? null : value;
  },
  write: ({ path, base64 }) => writeFile(path, base64),
  read({ path }) {
    if (!python.FS.analyzePath(path).exists) throw new Error(`MicroPython has no file ${path}`);
    return Buffer.from(python.FS.readFile(path)).toString("base64");
  },
};

function writeFile(path, base64) {
  const folder = path.slice(0, path.lastIndexOf("/"));
  if (folder) python.FS.mkdirTree(folder);
  python.FS.writeFile(path, Buffer.from(base64, "base64"));
}

/** Handles a request; returns its answer, with the lines that Python has printed. */
async function handle(request) {
  printed = [];
  try {
    const value = await handlers[request.do](request);
    return { ok: true, value: value ?? null, printed };
  } catch (error) {
    return { ok: false, error: error.message ?? String(error), printed };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await handle(JSON.parse(line))) + "\n");
}
