// Web worker with the board itself: MicroPython with the firmware. Cutting the board's power ends the worker.
//
// It receives key edges, time, and lines for the serial port; it posts frames, states, flash bytes and the board's lines.

import { KeyEdgeQueue } from "./key-edge-queue.js";
import { takeFlashChanges, writeFlash, writeSources } from "./micropython-fs.js";
import { checkWebAssembly } from "./web-assembly.js";

const SLICE_MS = 10;
const FRAME = 1;
const DISPLAYS = 2;
const VOICE = 4;
const SOUND_BIT = 3; // number of the first sound's bit; each further sound has the next
const STATE_EVERY_MS = 250; // real time
const CALLS = [
  "power_on",
  "advance",
  "idle_ms",
  "frame_hex",
  "state_json",
  "geometry_json",
  "presets_json",
  "tones_json",
  "take_news",
  "results_since",
  "send_to_board",
  "take_sent_lines",
  "load_script",
  "step_script",
  "set_displays",
  "displays_json",
  "set_voice",
  "voice_json",
  "end_clip",
  "tell_score",
  "hand_over",
  "read_hand_over",
  "take_hand_over",
  "give_match_up",
];

const { fetch } = globalThis; // MicroPython's next one is answered ahead
const STAGES = ["", "firmware", "micropython", "power"];

/** @type {any} */
let mp;
let stage = 1;
let requested = false; // whether the page has requested a board
/** @type {Record<string, Function>} */
let board; // the functions of virtual/page_board.py
const keyEdges = new KeyEdgeQueue();
let now = 0;
let statePostedAt = -STATE_EVERY_MS;
let stateDue = false; // whether news came so soon after a state that it had none
let everything = true; // whether the next news has everything, changed or not
let postedResults = 0;

/** @type {(sources: Record<string, string> | null) => void} */
let takeSources;
/** The Python that the page fetches for its first worker, null if it could not.
 * @type {Promise<Record<string, string> | null>} */
const fed = self.name ? new Promise((resolve) => (takeSources = resolve)) : Promise.resolve(null);

const handlers = {
  /** @param {{ sources: Record<string, string> | null }} request */
  async feed({ sources }) {
    takeSources(sources);
  },

  /** @param {StartOptions} request */
  async start({ flash, tracks, preset, uid, script, ...outputs }) {
    requested = true;
    setStage(stage);
    await loaded;
    writeFlash(mp.FS, flash);
    if (script !== undefined) await loadMore();
    if (script === undefined) board.power_on(JSON.stringify({ tracks, preset, uid }));
    else if (!loadScenario(script)) return;
    await setOutputs(outputs);
    handlers.show();
  },

  /** @param {OutputSettings} outputs */
  async plug(outputs) {
    await setOutputs(outputs);
    advance(SLICE_MS);
  },

  /** @param {{ clip: number }} request */
  endClip({ clip }) {
    board.end_clip(clip);
    advance(0);
  },

  tellScore() {
    board.tell_score();
    advance(0);
  },

  /** Posts everything, also what has been posted before. */
  show() {
    everything = true;
    postedResults = 0;
    postMessage({
      on: true,
      geometry: JSON.parse(board.geometry_json()),
      presets: JSON.parse(board.presets_json()),
      tones: JSON.parse(board.tones_json()),
    });
    postNews(0);
  },

  /** @param {{ ms: number, rested: boolean }} request */
  advance({ ms, rested }) {
    // A key may have been pressed since: one step with both of its edges would lose it.
    if (rested && !keyEdges.busy) advanceIdle(ms);
    else advance(ms);
    postMessage({ advanced: true, rest: keyEdges.busy || stateDue ? 0 : board.idle_ms() });
  },

  /** @param {{ key: number, down: boolean }} request */
  key({ key, down }) {
    keyEdges.edge(key, down);
    advance(0);
  },

  /** @param {{ key: number, ms: number }} request */
  hold({ key, ms }) {
    keyEdges.hold(key, ms);
    advance(0);
  },

  /** @param {{ text: string }} request */
  line({ text }) {
    board.send_to_board(text);
    advance(SLICE_MS);
  },

  /** @param {{ names: string[] }} request */
  async pack({ names }) {
    await loadMore();
    postMessage({ packed: board.hand_over(JSON.stringify(names)) });
  },

  /** @param {{ text: string }} request */
  async read({ text }) {
    await loadMore();
    postMessage({ handed: JSON.parse(board.read_hand_over(text)) });
  },

  /** @param {{ text: string }} request */
  async take({ text }) {
    await loadMore();
    board.take_hand_over(text);
    advance(SLICE_MS);
    handlers.show();
  },

  async giveUp() {
    await loadMore();
    board.give_match_up();
    advance(SLICE_MS);
    handlers.show();
  },

  /** Plays up to `count` steps, until one fails or is the last.
   * @param {{ count: number }} request */
  step({ count }) {
    /** @type {PlayedStep} */
    let stepped;
    do stepped = JSON.parse(board.step_script());
    while (--count > 0 && !stepped.failed && !stepped.done);
    everything = true;
    postNews(board.take_news());
    postMessage({ stepped });
  },
};

/** Loads MicroPython with the firmware, before the page requests a board. */
async function load() {
  checkWebAssembly();
  const fetched = fed.then(async (sources) => sources ?? (await fetchFile("../board.json")).json());
  fetchAhead(new URL("../micropython/micropython.wasm", import.meta.url));
  const [sources, { loadMicroPython }] = await Promise.all([
    fetched,
    import("../micropython/micropython.mjs"),
    import("./wasm-table-cache.js"),
  ]);
  setStage(2);
  mp = await loadMicroPython({ heapsize: 4 << 20, stdout: console.log, linebuffer: true });
  setStage(3);
  writeSources(mp.FS, sources);
  mp.runPython(`import sys\nsys.path[:] = [""]\nfrom virtual.page_board import ${CALLS.join(", ")}`);
  board = Object.fromEntries(CALLS.map((name) => [name, mp.globals.get(name)]));
}

/** Begins to fetch the next file that will be asked for: MicroPython's script would do so only once it has come itself.
 * @param {URL} url */
function fetchAhead(url) {
  const ahead = fetch(url);
  ahead.catch(() => {}); // who asks for it is told
  globalThis.fetch = () => {
    globalThis.fetch = fetch;
    return ahead;
  };
}

/** @type {Promise<void> | null} */
let more = null;

/** A part of the page that could not be fetched: a running board goes on without it. */
class NotFetched extends Error {}

/** Loads the Python of displays, voice, scenarios and handing over, unless that was done before. Throws NotFetched. */
function loadMore() {
  return (more ??= fetchFile("../more.json")
    .then((answer) => answer.json())
    .then((sources) => writeSources(mp.FS, sources))
    .catch((error) => {
      more = null; // asked for again the next time
      throw new NotFetched(error.message);
    }));
}

/** @param {OutputSettings} outputs */
async function setOutputs({ displays, clips, language }) {
  if (displays || clips) await loadMore();
  board.set_displays(displays, language);
  board.set_voice(clips, language);
}

/** Stores how far the start has come, and posts it once a board is requested.
 * @param {number} reached */
function setStage(reached) {
  stage = reached;
  if (requested) postMessage({ stage, name: STAGES[stage] });
}

/** Starts a board for a scenario; returns false if the scenario's text is invalid.
 * @param {string} text */
function loadScenario(text) {
  const script = JSON.parse(board.load_script(text));
  postMessage({ script });
  return !script.error;
}

/** Advances board time by `ms` in slices, with the keys as they are due, and posts the news.
 * @param {number} ms */
function advance(ms) {
  let left = ms;
  let flags = 0;
  do {
    const slice = Math.min(left, SLICE_MS);
    now += slice;
    left -= slice;
    flags |= board.advance(slice, keyEdges.maskAt(now));
  } while (left > 0);
  postNews(flags);
}

/** Advances board time by `ms` in one step: nothing is due in it.
 * @param {number} ms */
function advanceIdle(ms) {
  now += ms;
  postNews(board.advance(ms, keyEdges.maskAt(now)));
}

/** Posts what `flags` (bits of `take_news`) say is new. The flash is part of it: a peg is saved before it is seen.
 * @param {number} flags */
function postNews(flags) {
  /** @type {ChangeNews} */
  const news = { flash: takeFlashChanges(mp.FS) };
  if (flags & FRAME || everything) news.frame = board.frame_hex();
  if (flags & DISPLAYS || everything) news.displays = JSON.parse(board.displays_json());
  if (flags & VOICE) news.said = JSON.parse(board.voice_json());
  if (flags >> SOUND_BIT) news.sounds = flags >> SOUND_BIT;
  stateDue = !flags && !everything && performance.now() - statePostedAt < STATE_EVERY_MS;
  if (!stateDue) addState(news);
  const lines = board.take_sent_lines();
  if (lines) news.lines = lines.split("\n");
  everything = false;
  postMessage(news);
}

/** Adds the state, and results not posted before, to the news.
 * @param {ChangeNews} news */
function addState(news) {
  statePostedAt = performance.now();
  /** @type {BoardState} */
  const state = JSON.parse(board.state_json());
  news.state = state;
  if (state.results > postedResults) news.results = board.results_since(postedResults).split("\n");
  postedResults = state.results;
}

/** @param {string} path */
async function fetchFile(path) {
  const answer = await fetch(new URL(path, import.meta.url));
  if (!answer.ok) throw new Error(`${path.slice(3)} could not be fetched: the server answered ${answer.status}`);
  return answer;
}

/** @type {(message: { data: BoardRequest }) => Promise<void>} */
onmessage = async ({ data }) => {
  try {
    await handlers[data.do](/** @type {any} */ (data));
  } catch (error) {
    if (error instanceof NotFetched && data.do !== "start") return postMessage({ notFetched: true });
    const python = error.name === "PythonError";
    postMessage({ fault: { python, type: python ? error.type : error.name, text: error.message, key: error.key } });
  }
};

const loaded = load();
loaded.catch(() => {}); // `start` reports the error
