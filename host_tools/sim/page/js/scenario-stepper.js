// Steps through a scenario: loaded, then run line by line on a board of its own. The player's own board waits.

import { below, counted, t } from "./catalogue.js";
import { html, say } from "./elements.js";

const PAUSE_MS = 400;
const at = (id) => document.getElementById(id);

export class ScenarioStepper {
  #lines = [];
  #steps = 0;
  #played = 0;
  #asked = false; // for a step that has not been answered yet
  #running = false;
  #waited = 0;

  /** `load(text)` puts a scenario's board on the table, `step()` runs one step of it, `leave()` brings the own board back. */
  constructor({ load, step, leave }) {
    this.step = step;
    at("examples").onchange = ({ target }) => (at("script-text").value = target.value && t(`example.${target.value}.text`));
    at("script-file").onchange = async () => (at("script-text").value = await at("script-file").files[0].text());
    at("script-load").onclick = () => load(at("script-text").value);
    at("script-step").onclick = () => this.#next();
    at("script-run").onclick = () => (this.#running = !this.#running);
    at("script-leave").onclick = leave;
  }

  /** Offers the examples in the language of the page. */
  offer() {
    const options = below("example").map((name) => html("option", { value: name }, t(`example.${name}.name`)));
    at("examples").replaceChildren(html("option", { value: "" }, t("script.choose")), ...options);
  }

  /** The board has read the scenario `text`: it is ready, or it says what is wrong. */
  loaded(text, { error, steps }) {
    this.#asked = this.#running = false;
    this.#steps = steps;
    this.#played = 0;
    const lines = error ? [] : text.trimEnd().split("\n");
    this.#lines = lines.map((words) => html("li", {}, html("code", {}, words)));
    at("script-steps").replaceChildren(...this.#lines);
    this.#enable(steps > 0, !error);
    say("script-answer", error ? `${error}.` : counted("script.ready", steps));
  }

  /** A step of that line was played; it may have `failed`, and it may have been the last. */
  stepped({ line, failed, done }) {
    this.#asked = false;
    this.#lines.forEach((element, index) => {
      if (index < line - 1) element.className = "passed";
      element.setAttribute("aria-current", index === line - 1 ? "step" : "false");
    });
    const list = at("script-steps");
    list.scrollTop = this.#lines[line - 1].offsetTop - list.offsetTop - list.clientHeight / 2;
    say("script-answer", t("script.played", { step: ++this.#played, steps: this.#steps }));
    if (failed || done) this.#end(line, failed);
  }

  /** The screen's time passes; a scenario that runs takes a step now and then. */
  pass(ms) {
    this.#waited += ms;
    if (this.#running && this.#waited >= PAUSE_MS) this.#next();
  }

  /** The player's own board is back. */
  left() {
    this.#running = false;
    this.#lines = [];
    at("script-steps").replaceChildren();
    this.#enable(false, false);
    say("script-answer", "");
  }

  #next() {
    if (this.#asked) return;
    this.#asked = true;
    this.#waited = 0;
    this.step();
  }

  #end(line, failed) {
    this.#running = false;
    this.#lines[line - 1].className = failed ? "failed" : "passed";
    this.#enable(false, true);
    say("script-answer", failed ? `${failed}.` : t("script.over"));
  }

  #enable(more, loaded) {
    at("script-step").disabled = at("script-run").disabled = !more;
    at("script-leave").disabled = !loaded;
  }
}
