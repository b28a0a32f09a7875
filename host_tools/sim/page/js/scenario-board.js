// A second board, which plays a scenario. The player's own waits meanwhile, its time standing still.

import { Machine } from "./machine.js";

export class ScenarioBoard {
  #machine = new Machine();
  #offered = ""; // the scenario it was given
  on = false; // whether it is on the table
  teller = null; // who gave it, and tells how it goes

  /** `begun()` is called when it is on the table, `show(news)` has what is to be seen there, `fail(fault)` why it stopped,
   * `left()` is called when it is put away, `plugged()` tells what hangs on its bus. */
  constructor({ begun, show, fail, left, plugged }) {
    Object.assign(this, { begun, left, plugged });
    this.#machine.addEventListener("news", ({ detail: news }) => {
      if (news.script) this.teller.loaded(this.#offered, news.script);
      if (news.on) this.#enter();
      if (this.on) show(news);
      if (news.stepped) this.teller.stepped(news.stepped);
      if (news.fault) fail(news.fault);
    });
  }

  /** Begins the scenario in `text`, for `by`. */
  load(text, by) {
    this.leave();
    this.#offered = text;
    this.teller = by;
    this.#machine.start({ flash: {}, script: text, ...this.plugged() });
  }

  /** Other displays on its bus. */
  plug() {
    this.#machine.plug(this.plugged());
  }

  step() {
    this.#machine.step();
  }

  /** Tells all there is to see once more. */
  show() {
    this.#machine.show();
  }

  leave() {
    if (!this.on) return;
    this.on = false;
    this.#machine.cut();
    this.teller.left();
    this.left();
  }

  #enter() {
    this.on = true;
    this.begun();
  }
}
