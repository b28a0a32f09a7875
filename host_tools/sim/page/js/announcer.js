// Announces what happens on the board: to screen readers by a live region, and if wanted by the browser's voice (voice.js).
//
// Announcements are a queue: each has the time in which it is read before the next one takes its place. What changes on the
// board meanwhile is announced together.

import { byId } from "./dom.js";
import { scoreText, sentences } from "./sentences.js";

const PAUSE_MS = 900; // least time of an announcement
const LETTER_MS = 60; // reading time of a letter, at the usual speed of a screen reader
const DIGIT = 10; // letters of a digit as a voice says it: of 97 in French 21
const LONGEST = 3; // times of saying after which a voice that has not reported its end is waited for no longer
const COUNTING_MS = 400; // without a press, before a pending count is announced

export class Announcer {
  /** @type {BoardState | null} */
  #announced = null; // the last state that was announced
  /** @type {BoardState | null} */
  #state = null; // the latest state
  /** @type {GameLine | null} */
  #lastResult = null;
  /** @type {{ text: string, live: boolean }[]} */
  #queue = []; // texts that wait for their turn, before changes of the board; `live`: also for the live region
  #timer = 0; // of changes that are to be announced
  #reading = 0; // timer of the announcement that is being read, 0 for none
  #readAt = -PAUSE_MS; // time at which it began
  #aloud = false; // whether the voice says it

  /** `tellScore()` has the board's own voice say the score.
   * @param {import("./voice.js").Voice} voice
   * @param {() => void} tellScore */
  constructor(voice, tellScore = () => {}) {
    this.voice = voice;
    this.tellScore = tellScore;
    addEventListener("keydown", (/** @type {any} */ event) => this.#handleKey(event));
    byId("say-score").onclick = byId("said").onclick = () => this.sayScore();
  }

  /** Forgets all states: another board is shown. */
  reset() {
    this.#announced = this.#state = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Announces, soon, what has changed since the last announced state; `lastResult` belongs to `state`.
   * @param {BoardState} state
   * @param {GameLine | null} lastResult */
  update(state, lastResult) {
    this.#state = state;
    this.#lastResult = lastResult;
    if (!this.#reading) this.#announceChangesSoon();
  }

  /** Announces a line of a story at once, unless something was announced within PAUSE_MS, or is being said aloud.
   * @param {string} text */
  announceIfQuiet(text) {
    if (performance.now() < this.#readAt + PAUSE_MS || (this.#reading && this.#aloud)) return;
    this.#endReading();
    this.announce(text);
  }

  /** Announces a text, once those before it are read.
   * @param {string} text */
  announce(text) {
    this.#enqueue({ text, live: true });
  }

  /** Says a text by the voice alone, if that is wanted: a live region of its own has it, too.
   * @param {string} text */
  sayAloud(text) {
    if (this.voice.browser) this.#enqueue({ text, live: false });
  }

  /** Announces the whole score. */
  sayScore() {
    if (this.#state) this.announce(scoreText(this.#state));
    this.tellScore();
  }

  /** @param {{ text: string, live: boolean }} queued */
  #enqueue(queued) {
    this.#queue.push(queued);
    if (!this.#reading) this.#readNext();
  }

  /** Reads the next text of the queue, or what has changed on the board. */
  #readNext() {
    const queued = this.#queue.shift();
    if (!queued) return this.#announceChangesSoon();
    const { text, live } = queued;
    // A blank makes the same text twice a change for screen readers.
    const region = byId("live");
    if (live) region.textContent = region.textContent === text ? `${text} ` : text;
    this.#aloud = this.voice.speak(text, () => this.#onSpoken());
    this.#readAt = performance.now();
    this.#reading = setTimeout(() => this.#goOn(), this.#aloud ? LONGEST * sayingMs(text) : readingMs(text.length));
  }

  /** Goes on when the voice has ended, if that was not at once. */
  #onSpoken() {
    if (this.#reading && performance.now() >= this.#readAt + PAUSE_MS) this.#goOn();
  }

  #goOn() {
    this.#endReading();
    this.#readNext();
  }

  #endReading() {
    clearTimeout(this.#reading);
    this.#reading = 0;
  }

  #announceChangesSoon() {
    if (!this.#state || this.#timer) return;
    if (!this.#announced) return this.#announceChanges();
    if (!sentences(this.#announced, this.#state, this.#lastResult).length) return void (this.#announced = this.#state);
    this.#timer = setTimeout(() => this.#announceChanges(), this.#state.phase === "pending" ? COUNTING_MS : 0);
  }

  #announceChanges() {
    this.#timer = 0;
    if (!this.#state || this.#reading) return;
    const text = sentences(this.#announced, this.#state, this.#lastResult).join(" ");
    this.#announced = this.#state;
    if (text) this.announce(text);
  }

  /** S announces the whole score.
   * @param {KeyboardEvent & { target: Element }} event */
  #handleKey(event) {
    if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!event.target.closest("input, textarea, select, dialog")) this.sayScore();
  }
}

/** Returns how long so many letters are read by a screen reader, in ms.
 * @param {number} letters */
const readingMs = (letters) => Math.max(PAUSE_MS, LETTER_MS * letters);

/** Returns how long a voice says a text, in ms.
 * @param {string} text */
const sayingMs = (text) => readingMs(text.length + (DIGIT - 1) * (text.match(/\d/g) ?? []).length);
