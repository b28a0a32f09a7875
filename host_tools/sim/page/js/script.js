// A scenario on the table: loaded, then stepped through on a board of its own. The player's own board waits.

import { EXAMPLES } from "./examples.js";
import { say } from "./panel.js";
import { html } from "./svg.js";

const PAUSE_MS = 400;
const at = (id) => document.getElementById(id);

export class Script {
  #lines = [];
  #running = false;
  #waited = 0;

  /** `load(text)` puts a scenario's board on the table, `step()` runs one step of it, `leave()` brings the own board back. */
  constructor({ load, step, leave }) {
    this.step = step;
    Object.keys(EXAMPLES).forEach((name) => at("examples").append(html("option", {}, name)));
    at("examples").onchange = () => (at("script-text").value = EXAMPLES[at("examples").value] ?? "");
    at("script-file").onchange = async () => (at("script-text").value = await at("script-file").files[0].text());
    at("script-load").onclick = () => load(at("script-text").value);
    at("script-step").onclick = () => this.#next();
    at("script-run").onclick = () => (this.#running = !this.#running);
    at("script-leave").onclick = leave;
  }

  /** The board's answer to a scenario: its lines, or what is wrong with one. */
  loaded({ error, lines }) {
    this.#running = false;
    this.#lines = (lines ?? []).map((words) => html("li", {}, html("code", {}, words)));
    at("script-steps").replaceChildren(...this.#lines);
    this.#enable(!error);
    say("script-answer", error ?? `${lines.length} steps are ready.`);
  }

  /** One step was run: number `index`, which may have `failed`, and may have been the last. */
  stepped({ index, failed, done }) {
    this.#lines.forEach((line, number) => line.toggleAttribute("aria-current", number === index));
    this.#lines[index]?.classList.add(failed ? "failed" : "passed");
    if (failed || done) this.#end(failed ?? "The scenario is over: everything was as expected.");
  }

  /** The screen's time passes; a scenario that runs takes a step now and then. */
  pass(ms) {
    this.#waited += ms;
    if (!this.#running || this.#waited < PAUSE_MS) return;
    this.#next();
  }

  left() {
    this.#running = false;
    this.#lines = [];
    at("script-steps").replaceChildren();
    this.#enable(false);
    say("script-answer", "");
  }

  #next() {
    this.#waited = 0;
    this.step();
  }

  #end(words) {
    this.#running = false;
    this.#enable(true, true);
    say("script-answer", words);
  }

  #enable(loaded, over = false) {
    at("script-step").disabled = at("script-run").disabled = !loaded || over;
    at("script-leave").disabled = !loaded;
  }
}
