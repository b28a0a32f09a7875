// The board itself: MicroPython with the firmware, in a thread of its own. Cutting the power ends this thread.
//
// In come key edges, time, and lines for the serial port; out go frames, states, flash bytes and the board's lines.

import { KeyEdgeQueue } from "./key-edge-queue.js";
import { changes, mount, place } from "./micropython-fs.js";
import "./wasm-table-cache.js";

const SLICE_MS = 10;
const FRAME = 1;
const DISPLAYS = 16;
const STATE_EVERY_MS = 250; // of the reader's time
const CALLS = ["power_on", "advance", "idle_ms", "frame_hex", "state_json", "geometry_json", "presets_json", "tones_json", "take_news", "results_since", "send_to_board", "take_sent_lines", "load_script", "step_script", "set_displays", "displays_json"];

const STAGES = ["", "firmware", "micropython", "power"];

let mp;
let stage = 1;
let wanted = false; // whether the page has asked for a board yet
let board; // the functions of virtual/page_board.py
const presses = new KeyEdgeQueue();
let now = 0;
let stateAt = -STATE_EVERY_MS;
let fresh = true;
let results = 0; // how many result lines have been told

const tell = (message) => postMessage(message);

const jobs = {
  async start({ flash, tracks, script, displays, language }) {
    wanted = true;
    reach(stage);
    await loaded;
    mount(mp.FS, flash);
    if (script === undefined) board.power_on(JSON.stringify({ tracks }));
    else if (!scripted(script)) return;
    board.set_displays(displays, language);
    jobs.show();
  },

  plug({ displays, language }) {
    board.set_displays(displays, language);
    run(SLICE_MS);
  },

  /** All that there is to see, also what has been told before. */
  show() {
    fresh = true;
    results = 0;
    tell({ on: true, geometry: JSON.parse(board.geometry_json()), presets: JSON.parse(board.presets_json()), tones: JSON.parse(board.tones_json()) });
    report(0);
  },

  advance({ ms, rested }) {
    if (rested) rest(ms);
    else run(ms);
    tell({ advanced: true, rest: presses.busy ? 0 : board.idle_ms() });
  },

  key({ key, down }) {
    presses.edge(key, down);
    run(0);
  },

  hold({ key, ms }) {
    presses.hold(key, ms);
    run(0);
  },

  line({ text }) {
    board.send_to_board(text);
    run(SLICE_MS);
  },

  step() {
    tell({ stepped: JSON.parse(board.step_script()) });
    fresh = true;
    report(board.take_news());
  },
};

/** Loads MicroPython with the firmware. The page may not be listening yet. */
async function load() {
  const [sources, { loadMicroPython }] = await Promise.all([fetched("../board.json").then((answer) => answer.json()), import("../micropython/micropython.mjs")]);
  reach(2);
  mp = await loadMicroPython({ heapsize: 4 << 20, stdout: console.log, linebuffer: true });
  reach(3);
  place(mp.FS, sources);
  mp.runPython(`import sys\nsys.path[:] = [""]\nfrom virtual.page_board import ${CALLS.join(", ")}`);
  board = Object.fromEntries(CALLS.map((name) => [name, mp.globals.get(name)]));
}

function reach(reached) {
  stage = reached;
  if (wanted) tell({ stage, name: STAGES[stage] });
}

/** Puts a scenario's board on the table; false when its text is wrong. */
function scripted(text) {
  const script = JSON.parse(board.load_script(text));
  tell({ script });
  return !script.error;
}

function run(ms) {
  let left = ms;
  let flags = 0;
  do {
    const slice = Math.min(left, SLICE_MS);
    now += slice;
    left -= slice;
    flags |= board.advance(slice, presses.at(now));
  } while (left > 0);
  report(flags);
}

/** Time passes in which nothing is due. */
function rest(ms) {
  now += ms;
  report(board.advance(ms, presses.at(now)));
}

/** Tells what is new. What is on flash goes first: a peg is kept before it is seen. */
function report(flags) {
  const news = { flash: changes(mp.FS) };
  if (flags & FRAME || fresh) news.frame = board.frame_hex();
  if (flags & DISPLAYS || fresh) news.displays = JSON.parse(board.displays_json());
  if (flags % DISPLAYS > FRAME) news.sounds = (flags % DISPLAYS) >> 1;
  if (flags || fresh || performance.now() - stateAt >= STATE_EVERY_MS) addState(news);
  const lines = board.take_sent_lines();
  if (lines) news.lines = lines.split("\n");
  fresh = false;
  tell(news);
}

function addState(news) {
  stateAt = performance.now();
  news.state = JSON.parse(board.state_json());
  if (news.state.results > results) news.results = board.results_since(results).split("\n");
  results = news.state.results;
}

async function fetched(path) {
  const answer = await fetch(new URL(path, import.meta.url));
  if (!answer.ok) throw new Error(`${path.slice(3)} could not be fetched: the server answered ${answer.status}`);
  return answer;
}

onmessage = async ({ data }) => {
  try {
    await jobs[data.do](data);
  } catch (error) {
    const python = error.name === "PythonError";
    tell({ fault: { python, type: python ? error.type : error.name, text: error.message } });
  }
};

const loaded = load();
loaded.catch(() => {}); // `start` tells it
