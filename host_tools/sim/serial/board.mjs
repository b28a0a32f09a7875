// A whole board on real MicroPython, started by boards.py: its serial line is a pty, its flash a folder.
//
// Arguments: micropython.mjs, the board's folder, its number in hex, the pty's descriptor. Standard input tells which
// pins are pulled low, a number a line, and how many ms those of the line before were; when it ends, so does the board. What runs is decided by the files in the
// folder: boot.py, main.py, then the prompt, as on a microcontroller.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import "../page/js/wasm-table-cache.js";
import { mirror, restore } from "./flash.mjs";
import { Incoming, Outgoing } from "./pipe.mjs";
import { Prompt } from "./prompt.mjs";

// As in micropython_process.mjs: a proxy of an interpreter that is gone must not free an object of its successor.
globalThis.FinalizationRegistry = class {
  register() {}
  unregister() {}
};

const [modulePath, folder, uid, descriptor] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(modulePath).href);
const HEAP = 4 * 1024 * 1024;
const INTERRUPT = 3;
const POLLIN = 1;
const POLLOUT = 4;
const REST_MS = 10; // main.py asks for a step each millisecond; boards with nothing to do share one computer
const ASLEEP_MS = 50; // so long rests a board that has had nothing to do for AWAKE_MS; what comes wakes it at once
const AWAKE_MS = 1000;
const QUICK_MS = 35; // between two moves of a key that are never less apart
const HOLD_MS = 200; // a key down for so long is held and not tapped
const RESET = "SystemExit";
const bootstrap = new URL("bootstrap.py", import.meta.url);

const bell = new Int32Array(new SharedArrayBuffer(4));
const incoming = new Incoming(Number(descriptor), bell);
const outgoing = new Outgoing(Number(descriptor));
const keys = new Incoming(0, bell, true);
let python = null;
let running = false;
let heard = []; // bytes that the board has yet to read
let unread = 0; // how many it had left unread when it last slept: it has no use for them yet, and may sleep on
let stirredAt = 0; // when a byte or key came or a byte went
let pins = 0;
let movedAt = 0;
let moves = []; // pins and ms of moves still to come
let line = "";

/** Which pins are low now, a bit each. A board that had no processor for a while misses no press: what has come since
 * follows as quickly as fingers are, and holds last as long as they were held. */
function look() {
  for (const byte of keys.take()) {
    if (byte === 10) [moves, line] = [[...moves, line.split(" ").map(Number)], ""];
    else line += String.fromCharCode(byte);
  }
  const now = Date.now();
  if (moves.length && now - movedAt >= (moves[0][1] < HOLD_MS ? Math.min(moves[0][1], QUICK_MS) : moves[0][1])) {
    [[pins], movedAt, stirredAt] = [moves.shift(), now, now];
  }
  return pins;
}

/** Takes in what has come; Ctrl-C interrupts a program that runs. */
function listen() {
  if (heard.length >= incoming.size) return;
  for (const byte of incoming.take()) {
    stirredAt = Date.now();
    if (running && byte === INTERRUPT) {
      heard = [];
      python._module._mp_sched_keyboard_interrupt();
    } else heard.push(byte);
  }
}

/** Sleeps until a byte or key has come, at most `ms`. */
function rest(ms) {
  const rung = Atomics.load(bell, 0);
  listen();
  if (!heard.length || heard.length === unread) Atomics.wait(bell, 0, rung, ms);
  listen();
  unread = heard.length;
}

/** How long a board rests that asks for its next step: ms. */
function pause() {
  const now = Date.now();
  if (outgoing.busy()) {
    stirredAt = now;
    return 1;
  }
  return now - stirredAt < AWAKE_MS ? REST_MS : ASLEEP_MS;
}

const port = {
  uid,
  pins: look,
  wait(ms) {
    if (ms <= 1) rest(pause());
    else for (const end = Date.now() + ms; Date.now() < end && running; ) rest(Math.max(end - Date.now(), 1));
    return look();
  },
  /** Gives a file another name; 0, or the number of what was wrong. */
  rename(old, name) {
    try {
      python.FS.rename(`/board${old}`, `/board${name}`);
    } catch (error) {
      return error.errno;
    }
    return 0;
  },
};

async function powerOn() {
  heard = [];
  python = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: false,
    stdin: () => (listen(), heard.length ? heard.shift() : null),
    stdout: (bytes) => outgoing.print(bytes),
  });
  const { FS } = python;
  const [input, output] = [FS.streams[0], FS.streams[1]];
  input.stream_ops = { ...input.stream_ops, poll: () => (listen(), heard.length ? POLLIN : 0) };
  output.stream_ops = { ...output.stream_ops, poll: () => (outgoing.room() ? POLLOUT : 0) };
  restore(FS, "/board", folder);
  python.registerJsModule("_port", port);
  python.runPython(readFileSync(bootstrap, "utf-8"));
  FS.chdir("/board");
  mirror(FS, "/board", folder);
}

/** Runs boot.py and main.py, unless the raw prompt is wanted next; true if one of them asks for a reset. */
function begin() {
  running = true;
  try {
    python.runPython(prompt.raw ? 'run_startup_file("boot.py")' : 'run_startup_file("boot.py") and run_startup_file("main.py")');
  } catch (error) {
    if (error.type !== RESET) throw error;
    return true;
  } finally {
    running = false;
  }
  return false;
}

const prompt = new Prompt({
  say: (text) => outgoing.print(Buffer.from(text, "latin1")),
  next() {
    while (!heard.length) rest(1000);
    return heard.shift();
  },
  /** A character to MicroPython's own prompt; true if it asks for a reset. */
  feed(byte) {
    running = byte === 13 || byte === 4;
    const answer = python.replProcessChar(byte);
    running = false;
    return (answer & 0x100) !== 0;
  },
  mute: (on) => outgoing.mute(on),
});

for (;;) {
  await powerOn();
  if (!begin()) {
    outgoing.mute(prompt.raw ? Infinity : 0);
    python.replInit();
    outgoing.mute(0);
    prompt.run();
  }
  outgoing.print(Buffer.from("MPY: soft reboot\r\n"));
}
