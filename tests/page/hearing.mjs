// Hears what the page says aloud: its own queue of announcements (announcer.js), with a clock and a voice that are modelled.
//
// Lines on stdin: the words of numbers, and the voice's ms a letter; then for each game [ms, state, last result] a line, [ms, fronts] at a moment to be
// compared, [ms, "S"] where the score is asked for, and null at its end, which is answered by a line about the game.

import { createInterface } from "node:readline";

const BEGIN_MS = 150; // from the request to its first sound
const TOLD = /(?:^| )([ABCD])(?:: \d+, on|(?: goes|:) back \d+, on| is on|: on) (\d+)/g;

let now = 0;
let timers = []; // [when, number, call]
let timerNumber = 0;
globalThis.setTimeout = (call, ms) => {
  timers.push([now + ms, ++timerNumber, call]);
  return timerNumber;
};
globalThis.clearTimeout = (number) => (timers = timers.filter(([, other]) => other !== number));
performance.now = () => now;

function passUntil(end) {
  for (;;) {
    const due = timers.filter(([when]) => when <= end).sort(([a, m], [b, n]) => a - b || m - n)[0];
    if (!due) break;
    timers = timers.filter((timer) => timer !== due);
    now = Math.max(now, due[0]);
    due[2]();
  }
  now = end;
}

const elements = new Map();
const element = () => ({ textContent: "", dataset: {}, checked: true });
globalThis.document = {
  documentElement: { dataset: {} },
  getElementById: (id) => elements.get(id) ?? elements.set(id, element()).get(id),
};
globalThis.location = { pathname: "/" };
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
globalThis.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};

let numbers = [];
let letterMs = 0;
let game;
let speaking = null; // { text, began, timer, onend }
const asSpoken = (text) => text.replace(/\d+/g, (digits) => numbers[Number(digits)] ?? digits);

globalThis.speechSynthesis = {
  getVoices: () => [{ lang: "en-US" }],
  speak(utterance) {
    const ms = BEGIN_MS + letterMs * asSpoken(utterance.text).length;
    speaking = { text: utterance.text, began: now, timer: setTimeout(() => end(utterance), ms) };
  },
  cancel() {
    if (!speaking) return;
    clearTimeout(speaking.timer);
    hear(speaking.text, now - speaking.began);
    speaking = null;
  },
};

function end(utterance) {
  speaking = null;
  hear(utterance.text, Infinity);
  utterance.onend();
}

/** Tells the pegs from a text of which the first `ms` were heard. */
function hear(text, ms) {
  game.said++;
  if (ms !== Infinity) game.cut++;
  for (const told of text.matchAll(TOLD)) {
    const ends = BEGIN_MS + letterMs * asSpoken(text.slice(0, told.index + told[0].length)).length;
    const begins = ends - letterMs * asSpoken(told[2]).length;
    if (ms >= ends) game.pegs[told[1]] = Number(told[2]);
    else if (ms > begins) game.cutNumbers.push(text);
  }
}

function compare(fronts) {
  if (speaking || timers.length) return;
  game.checks++;
  const heard = Object.fromEntries(Object.keys(fronts).map((team) => [team, game.pegs[team] ?? 0]));
  if (JSON.stringify(heard) !== JSON.stringify(fronts)) game.wrong.push([now, heard, fronts]);
}

const { Announcer } = await import("./js/announcer.js");
const { Voice } = await import("./js/voice.js");
let announcer;

async function begin() {
  timers = [];
  now = 0;
  speaking = null;
  game = { checks: 0, said: 0, cut: 0, cutNumbers: [], wrong: [], pegs: {} };
  const voice = new Voice({ tell: (text) => announcer.announce(text) });
  announcer = new Announcer(voice);
  elements.get("speech").checked = true;
  voice.translate();
  await new Promise(setImmediate);
}

for await (const line of createInterface({ input: process.stdin })) {
  const row = JSON.parse(line);
  if (!numbers.length) {
    [numbers, letterMs] = row;
    await begin();
  } else if (!row) {
    const { pegs, ...result } = game;
    console.log(JSON.stringify(result));
    await begin();
  } else {
    const [ms, what, last] = row;
    passUntil(ms);
    if (row.length === 3) announcer.update(what, last);
    else if (what === "S") announcer.sayScore();
    else compare(what);
  }
}
