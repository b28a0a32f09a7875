// Announces what happens on the board: to screen readers by a live region, and if wanted by the browser's voice.

import { language } from "./catalogue.js";
import { byId } from "./dom.js";
import { scoreText, sentences } from "./sentences.js";
import { readSetting, saveSetting } from "./settings-storage.js";

const PAUSE_MS = 900; // between two announcements: changes meanwhile are announced together
const COUNTING_MS = 400; // without a press, before a pending count is announced

export class Announcer {
  /** @type {BoardState | null} */
  #announced = null; // the last state that was announced
  /** @type {BoardState | null} */
  #state = null; // the latest state
  /** @type {GameLine | null} */
  #lastResult = null;
  #timer = 0;
  #quietUntil = 0;

  /** `box` is the check box for the browser's voice; its state is saved.
   * @param {HTMLInputElement} box */
  constructor(box) {
    this.box = box;
    box.checked = readSetting("speech", "") === "yes";
    box.onchange = () => {
      saveSetting("speech", box.checked ? "yes" : "");
      this.#speak(box.nextElementSibling?.textContent ?? "");
    };
    addEventListener("keydown", (/** @type {any} */ event) => this.#handleKey(event));
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
    if (this.#timer) return;
    if (!this.#announced) return this.#announceChanges();
    if (!sentences(this.#announced, state, lastResult).length) return void (this.#announced = state);
    const wait = state.phase === "pending" ? COUNTING_MS : 0;
    this.#timer = setTimeout(() => this.#announceChanges(), Math.max(wait, this.#quietUntil - performance.now()));
  }

  /** Announces a text unless something was announced within PAUSE_MS.
   * @param {string} text */
  announceIfQuiet(text) {
    if (performance.now() >= this.#quietUntil) this.announce(text);
  }

  /** Announces a text at once.
   * @param {string} text */
  announce(text) {
    // A blank makes the same text twice a change for screen readers.
    const region = byId("live");
    region.textContent = region.textContent === text ? `${text} ` : text;
    this.#speak(text);
    this.#quietUntil = performance.now() + PAUSE_MS;
  }

  #announceChanges() {
    this.#timer = 0;
    if (!this.#state) return;
    const text = sentences(this.#announced, this.#state, this.#lastResult).join(" ");
    this.#announced = this.#state;
    if (text) this.announce(text);
  }

  /** S announces the whole score.
   * @param {KeyboardEvent & { target: Element }} event */
  #handleKey(event) {
    if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select, dialog") || !this.#state) return;
    this.announce(scoreText(this.#state));
  }

  /** @param {string} text */
  #speak(text) {
    if (!this.box.checked || !("speechSynthesis" in window)) return;
    speechSynthesis.cancel();
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = language;
    speechSynthesis.speak(speech);
  }
}
