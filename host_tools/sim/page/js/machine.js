// A board in a worker: starts and ends the worker, sends it input, and dispatches its messages as `news` events.

import { t } from "./catalogue.js";
import { takeWorker } from "./worker-prestart.js";

const SILENT_TICKS = 300; // five seconds of the clock: counted in its ticks, so that a sleeping computer is no silence

export class Machine extends EventTarget {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {number | null} */
  #ticksWaiting = null; // ticks since time was sent that the worker has not confirmed; null: none was sent
  #inputSent = false; // whether any other input was sent since then
  on = false;

  /** Starts a board of `tracks` with these `flash` files, or one that plays a `script`.
   * @param {StartOptions} board */
  start(board) {
    this.powerOff();
    this.#worker = takeWorker();
    this.#worker.onmessage = ({ data }) => this.#handleMessage(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#handleMessage({ fault: { python: false, type: "Error", text: event.message ?? t("fault.files") } });
    };
    this.#worker.postMessage({ do: "start", ...board });
  }

  /** Ends the worker at once, as a power cut: the board's memory is lost, its flash stays. */
  powerOff() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ticksWaiting = null;
    this.on = false;
  }

  /** Lets `ms` of board time pass; returns false if the board is off or still busy with earlier time. `rested`: the board
   * has announced that nothing is due in it.
   * @param {number} ms
   * @param {boolean} rested */
  advance(ms, rested) {
    if (!this.on) return false;
    if (this.#ticksWaiting !== null) return this.#checkSilence(++this.#ticksWaiting);
    this.#ticksWaiting = 0;
    this.#inputSent = false;
    this.#post({ do: "advance", ms, rested });
    return true;
  }

  /** Presses or releases a key.
   * @param {number} key
   * @param {boolean} down */
  setKey(key, down) {
    if (this.on) this.#post({ do: "key", key, down });
  }

  /** Holds a key for `ms` of board time.
   * @param {number} key
   * @param {number} ms */
  holdKey(key, ms) {
    if (this.on) this.#post({ do: "hold", key, ms });
  }

  /** Sends a line to the board's serial port.
   * @param {string} text */
  sendLine(text) {
    if (this.on) this.#post({ do: "line", text: `${text}\n` });
  }

  /** Has the board pack its match for another one.
   * @param {string[]} names of its players */
  handOver(names) {
    if (this.on) this.#post({ do: "pack", names });
  }

  /** Has the board read a match that another one has packed.
   * @param {string} text */
  readHandOver(text) {
    if (this.on) this.#post({ do: "read", text });
  }

  /** Goes on with a match that the board has read.
   * @param {string} text */
  takeHandOver(text) {
    this.#post({ do: "take", text });
  }

  /** Ends the match without a result. */
  giveUp() {
    this.#post({ do: "giveUp" });
  }

  /** Tells the board that a clip of its voice has ended.
   * @param {number} clip */
  endClip(clip) {
    if (this.on) this.#post({ do: "endClip", clip });
  }

  /** Has the board's voice say the score, if it has one. */
  tellScore() {
    if (this.on) this.#post({ do: "tellScore" });
  }

  /** Sets the number of `displays` on the bus, and of its voice's `clips`, and the `language` of both.
   * @param {OutputSettings} settings */
  setOutputs(settings) {
    if (this.on) this.#post({ do: "plug", ...settings });
  }

  /** Requests everything, also what the worker has posted before. */
  requestAll() {
    this.#post({ do: "show" });
  }

  /** Plays the next `count` steps of the scenario.
   * @param {number} count */
  step(count = 1) {
    this.#post({ do: "step", count });
  }

  /** @param {BoardRequest} message */
  #post(message) {
    if (message.do !== "advance") this.#inputSent = true;
    this.#worker?.postMessage(message);
  }

  /** Reports a fault after SILENT_TICKS ticks without an answer; returns false.
   * @param {number} ticks */
  #checkSilence(ticks) {
    if (ticks > SILENT_TICKS) {
      this.#handleMessage({ fault: { python: true, type: "Silence", text: t("fault.silence") } });
    }
    return false;
  }

  /** @param {News} data */
  #handleMessage(data) {
    if (data.advanced) this.#ticksWaiting = null;
    if (this.#inputSent) delete data.rest;
    if (data.on) this.on = true;
    if (data.fault) this.powerOff();
    this.dispatchEvent(new CustomEvent("news", { detail: data }));
  }
}
