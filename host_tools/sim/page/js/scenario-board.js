// A second board, which plays a scenario. The player's own board is stopped meanwhile.

import { Machine } from "./machine.js";

/** What has loaded a scenario, and plays it. `line`: what is said in place of the board's sentence; `beside`: it stands in the
 * drawer, which stays open.
 * @typedef {{ line?: string, beside?: boolean, onLoaded: (text: string, script: LoadedScript) => void,
 *   onStepped: (step: PlayedStep) => void, onTime: (ms: number) => void, onLeave: () => void }} ScenarioOwner */

export class ScenarioBoard {
  #machine = new Machine();
  #text = ""; // of the loaded scenario
  on = false; // whether it is shown in place of the player's board
  /** @type {ScenarioOwner | null} */
  owner = null; // what has loaded the scenario

  /** `onEnter()` is called when this board is shown, `show(news)` with its news, `onFault(fault)` if it has stopped,
   * `onLeave()` when it is removed; `outputSettings()` returns what the board is to show its texts on.
   * @param {{ onEnter: () => void, show: (news: News) => void, onFault: (fault: BoardFault) => void, onLeave: () => void, outputSettings: () => OutputSettings }} page */
  constructor({ onEnter, show, onFault, onLeave, outputSettings }) {
    this.onEnter = onEnter;
    this.onLeave = onLeave;
    this.outputSettings = outputSettings;
    this.#machine.addEventListener("news", (event) => {
      const news = /** @type {CustomEvent<News>} */ (event).detail;
      if (news.script) this.owner?.onLoaded(this.#text, news.script);
      if (news.on) this.#enter();
      if (this.on) show(news);
      if (news.stepped) this.owner?.onStepped(news.stepped);
      if (news.fault) onFault(news.fault);
    });
  }

  /** Starts a board for the scenario in `text`, whose steps are reported to `owner`.
   * @param {string} text
   * @param {NonNullable<ScenarioBoard["owner"]>} owner */
  load(text, owner) {
    this.leave();
    this.#text = text;
    this.owner = owner;
    this.#machine.start({ flash: {}, script: text, ...this.outputSettings() });
  }

  /** Applies the present outputSettings(). */
  updateOutputs() {
    this.#machine.setOutputs(this.outputSettings());
  }

  /** Plays the next `count` steps.
   * @param {number} count */
  step(count = 1) {
    this.#machine.step(count);
  }

  /** Requests all news again. */
  requestAll() {
    this.#machine.requestAll();
  }

  /** Ends the scenario, if there is one. */
  leave() {
    if (!this.on) return;
    this.on = false;
    this.#machine.powerOff();
    this.owner?.onLeave();
    this.onLeave();
  }

  #enter() {
    this.on = true;
    this.onEnter();
  }
}
