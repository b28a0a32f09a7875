// Announces what happens: to screen readers through a live region, and aloud where the reader wants it.

import { language } from "./catalogue.js";
import { score, sentences } from "./sentences.js";
import { keep, setting } from "./settings-storage.js";

const PAUSE_MS = 900; // between two announcements: what happens meanwhile is said together
const COUNTING_MS = 400; // a count is said when the fingers rest

export class Announcer {
  #said = null; // the state that was last told
  #now = null;
  #last = null; // result
  #timer = 0;
  #quietUntil = 0;

  /** `box` is the tick box for the browser's voice; what is chosen is kept. */
  constructor(box) {
    this.box = box;
    box.checked = setting("speech", "") === "yes";
    box.onchange = () => {
      keep("speech", box.checked ? "yes" : "");
      this.#aloud(box.nextElementSibling.textContent);
    };
    addEventListener("keydown", (event) => this.#asked(event));
  }

  /** Another board is on the table: what it says is told from the start. */
  on() {
    this.#said = this.#now = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** The state of the board, and its last result. */
  hear(state, last) {
    this.#now = state;
    this.#last = last;
    if (this.#timer) return;
    if (!this.#said) return this.#tell();
    if (!sentences(this.#said, state, last).length) return void (this.#said = state);
    const wait = state.phase === "pending" ? COUNTING_MS : 0;
    this.#timer = setTimeout(() => this.#tell(), Math.max(wait, this.#quietUntil - performance.now()));
  }

  /** Says these words unless something was said just now. */
  mention(words) {
    if (performance.now() >= this.#quietUntil) this.announce(words);
  }

  /** Says these words now. */
  announce(words) {
    // The same sentence twice is a change too.
    const region = document.getElementById("live");
    region.textContent = region.textContent === words ? `${words} ` : words;
    this.#aloud(words);
    this.#quietUntil = performance.now() + PAUSE_MS;
  }

  #tell() {
    this.#timer = 0;
    const words = sentences(this.#said, this.#now, this.#last).join(" ");
    this.#said = this.#now;
    if (words) this.announce(words);
  }

  #asked(event) {
    if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select, dialog") || !this.#now) return;
    this.announce(score(this.#now));
  }

  #aloud(words) {
    if (!this.box.checked || !("speechSynthesis" in window)) return;
    speechSynthesis.cancel();
    const speech = new SpeechSynthesisUtterance(words);
    speech.lang = language;
    speechSynthesis.speak(speech);
  }
}
