// A whole board on real MicroPython, started by boards.py: its serial line is a pty, its flash a folder.
//
// Arguments: micropython.mjs, the board's folder, its number in hex, the pty's descriptor. Each line of standard input
// has the mask of pins that are pulled low, and for how many ms the previous mask lasted; at its end the board ends too.
// It runs the folder's boot.py and main.py, then the prompt, as a microcontroller does.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import "../page/js/wasm-table-cache.js";
import { mirror, restore } from "./flash.mjs";
import { Incoming, Outgoing, begin } from "./pipe.mjs";
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
const REST_MS = 10; // rest between steps of an idle board, instead of the firmware's 1 ms: many boards share one computer
const ASLEEP_MS = 50; // rest of a board that has had no input or output for AWAKE_MS; input wakes it at once
const AWAKE_MS = 1000;
const QUICK_MS = 35; // longest wait between two changes that were less than HOLD_MS apart
const HOLD_MS = 200; // a mask that lasted at least so long is held as long here
const RESET = "SystemExit";
const bootstrap = new URL("bootstrap.py", import.meta.url);

const bell = new Int32Array(new SharedArrayBuffer(4));
const incoming = new Incoming(Number(descriptor), bell);
const outgoing = new Outgoing(Number(descriptor));
const keys = new Incoming(0, bell, true);
begin(incoming, outgoing, keys);
let python = null;
let running = false;
let interrupt = INTERRUPT; // the byte that interrupts a running program, -1 for none
let received = []; // bytes that the board has yet to read
let unread = 0; // number of them when it last slept: it does not want them yet, and may sleep on
let activeAt = 0; // time of the last byte or key received, or byte sent
let pins = 0;
let pinsChangedAt = 0;
let changes = []; // [mask, ms that the previous mask lasted] of pin changes still to come
let line = "";
let biteAt = Infinity; // time at which the watchdog resets the board
let on = true; // false from a reset until the next start: nothing is written or said any more

/** Returns whether the board is on, after the watchdog has had its say. Not within a write: littlefs makes all of a file's
 * new bytes count at once. */
function isOn(operation = "") {
  if (on && operation !== "write" && Date.now() >= biteAt) turnOff();
  return on;
}

function turnOff() {
  on = false;
  outgoing.mute(Infinity);
}

/** Reads pin changes, applies the next one if it is due, and returns the mask of low pins. After a delay of this process
 * no press is lost: changes follow each other as quickly as fingers can, and holds last as long as they did. */
function readPins() {
  for (const byte of keys.take()) {
    if (byte === 10) [changes, line] = [[...changes, line.split(" ").map(Number)], ""];
    else line += String.fromCharCode(byte);
  }
  const now = Date.now();
  if (
    changes.length &&
    now - pinsChangedAt >= (changes[0][1] < HOLD_MS ? Math.min(changes[0][1], QUICK_MS) : changes[0][1])
  ) {
    [[pins], pinsChangedAt, activeAt] = [changes.shift(), now, now];
  }
  return pins;
}

/** Receives the bytes that have come; Ctrl-C interrupts a running program that does not read it itself. */
function receiveBytes() {
  if (received.length >= incoming.size) return;
  for (const byte of incoming.take()) {
    activeAt = Date.now();
    if (running && byte === interrupt) {
      received = [];
      python._module._mp_sched_keyboard_interrupt();
    } else received.push(byte);
  }
}

/** Sleeps until a byte or key has come, at most `ms`. */
function rest(ms) {
  const rung = Atomics.load(bell, 0);
  receiveBytes();
  if (!received.length || received.length === unread) Atomics.wait(bell, 0, rung, ms);
  receiveBytes();
  unread = received.length;
}

/** Returns for how many ms the board rests before its next step. */
function restMs() {
  const now = Date.now();
  if (outgoing.takeActivity()) {
    activeAt = now;
    return 1;
  }
  return now - activeAt < AWAKE_MS ? REST_MS : ASLEEP_MS;
}

const port = {
  uid,
  pins: readPins,
  wait(ms) {
    if (ms <= 1) rest(restMs());
    else for (const end = Date.now() + ms; Date.now() < end && running;) rest(Math.max(end - Date.now(), 1));
    return readPins();
  },
  setInterrupt(byte) {
    interrupt = byte;
  },
  isOn: () => isOn(),
  turnOff,
  /** Resets the board after `ms` unless it is called again before. A computer that is busy may hold a board up for longer
   * than the firmware's 8 s, so such a watchdog sleeps. */
  guard(ms) {
    biteAt = ms < 1000 ? Date.now() + ms : Infinity;
  },
  /** Renames a file; returns 0, or the error's number. */
  rename(old, name) {
    try {
      python.FS.rename(`/board${old}`, `/board${name}`);
    } catch (error) {
      return error.errno;
    }
    return 0;
  },
};

/** Starts MicroPython on the folder's files, which it then keeps up to date. */
async function powerOn() {
  interrupt = INTERRUPT;
  // A soft reset keeps what has come: the host may have asked already.
  if (!on) [prompt.raw, received] = [false, []];
  [on, biteAt] = [true, Infinity];
  outgoing.mute(0);
  python = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: false,
    stdin: () => (receiveBytes(), received.length ? received.shift() : null),
    stdout: (bytes) => outgoing.print(bytes),
  });
  const { FS } = python;
  const [input, output] = [FS.streams[0], FS.streams[1]];
  input.stream_ops = { ...input.stream_ops, poll: () => (receiveBytes(), received.length ? POLLIN : 0) };
  output.stream_ops = { ...output.stream_ops, poll: () => (outgoing.hasRoom() ? POLLOUT : 0) };
  restore(FS, "/board", folder);
  python.registerJsModule("_port", port);
  python.runPython(readFileSync(bootstrap, "utf-8"));
  FS.chdir("/board");
  mirror(FS, "/board", folder, isOn);
}

/** Runs boot.py and, unless the raw prompt comes next, main.py; returns true if one of them requests a reset. */
function runStartupFiles() {
  running = true;
  try {
    python.runPython(
      prompt.raw ? 'run_startup_file("boot.py")' : 'run_startup_file("boot.py") and run_startup_file("main.py")',
    );
  } catch (error) {
    if (error.type !== RESET) throw error;
    return true;
  } finally {
    running = false;
  }
  return false;
}

const prompt = new Prompt({
  print: (text) => outgoing.print(Buffer.from(text, "latin1")),
  next() {
    while (!received.length) rest(1000);
    return received.shift();
  },
  /** Passes a character to MicroPython's own prompt; returns true if it requests a reset. */
  feed(byte) {
    running = byte === 13 || byte === 4;
    const status = python.replProcessChar(byte);
    running = false;
    return (status & 0x100) !== 0;
  },
  mute: (on) => outgoing.mute(on),
});

for (;;) {
  await powerOn();
  if (!runStartupFiles()) {
    outgoing.mute(prompt.raw ? Infinity : 0);
    python.replInit();
    outgoing.mute(0);
    prompt.run();
  }
  outgoing.print(Buffer.from("MPY: soft reboot\r\n"));
}
