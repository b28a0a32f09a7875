// The board's power: starts and ends the thread it runs in, and carries what goes in and out.

import { t } from "./catalogue.js";
import { thread } from "./worker-prestart.js";

const SILENT_TICKS = 300; // five seconds of the clock: counted in its ticks, so that a sleeping computer is no silence

export class Machine extends EventTarget {
  #worker = null;
  #waiting = null; // ticks gone by since time was given that has not been taken yet
  #stirred = false; // whether anything was done to the board since then
  on = false;

  /** Power on: a board of `tracks` with these `flash` files (path → bytes), or one that plays a `script`. */
  start(board) {
    this.cut();
    this.#worker = thread();
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#heard({ fault: { python: false, type: "Error", text: event.message ?? "the page's files cannot be loaded" } });
    };
    this.#worker.postMessage({ do: "start", ...board });
  }

  /** Power off, at once: whatever the board was doing is gone, what is on flash stays. */
  cut() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = null;
    this.on = false;
  }

  /** Gives the board time to pass; false when it is off, or still busy with what it was given before. `rested`: the
   * board had said that nothing would be due in it. */
  advance(ms, rested) {
    if (!this.on) return false;
    if (this.#waiting !== null) return this.#patient();
    this.#waiting = 0;
    this.#stirred = false;
    this.#tell({ do: "advance", ms, rested });
    return true;
  }

  key(key, down) {
    if (this.on) this.#tell({ do: "key", key, down });
  }

  /** Holds a key for `ms` of board time. */
  hold(key, ms) {
    if (this.on) this.#tell({ do: "hold", key, ms });
  }

  /** A line to the board's serial port. */
  send(text) {
    if (this.on) this.#tell({ do: "line", text: `${text}\n` });
  }

  /** Puts so many `displays` on the bus, which speak a `language`. */
  plug(what) {
    if (this.on) this.#tell({ do: "plug", ...what });
  }

  /** Tells all there is to see once more. */
  show() {
    this.#tell({ do: "show" });
  }

  /** The next step of the scenario. */
  step() {
    this.#tell({ do: "step" });
  }

  #tell(message) {
    if (message.do !== "advance") this.#stirred = true;
    this.#worker?.postMessage(message);
  }

  #patient() {
    if (++this.#waiting > SILENT_TICKS) {
      this.#heard({ fault: { python: true, type: "Silence", text: t("fault.silence") } });
    }
    return false;
  }

  #heard(data) {
    if (data.advanced) this.#waiting = null;
    if (this.#stirred) delete data.rest;
    if (data.on) this.on = true;
    if (data.fault) this.cut();
    this.dispatchEvent(new CustomEvent("news", { detail: data }));
  }
}
