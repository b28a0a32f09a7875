// Steps through a scenario, line by line, on a board of its own.

import { below, counted, t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";

const PAUSE_MS = 400;

export class ScenarioStepper {
  /** @type {HTMLElement[]} */
  #lines = [];
  #steps = 0;
  #played = 0;
  #stepping = false; // whether a requested step has not ended yet
  #running = false;
  #waited = 0;
  beside = true;

  /** `load(text)` starts a scenario's board, `step()` plays a step on it, `leave()` shows the player's own board again.
   * @param {{ load: (text: string) => void, step: () => void, leave: () => void }} page */
  constructor({ load, step, leave }) {
    this.step = step;
    byId("examples").onchange = () =>
      (byId("script-text").value = byId("examples").value && t(`example.${byId("examples").value}.text`));
    byId("script-file").onchange = async () =>
      (byId("script-text").value = (await byId("script-file").files?.[0]?.text()) ?? "");
    byId("script-load").onclick = () => load(byId("script-text").value);
    byId("script-step").onclick = () => this.#playStep();
    byId("script-run").onclick = () => (this.#running = !this.#running);
    byId("script-leave").onclick = leave;
  }

  /** Lists the examples in the page's language. */
  listExamples() {
    const options = below("example").map((name) => html("option", { value: name }, t(`example.${name}.name`)));
    byId("examples").replaceChildren(html("option", { value: "" }, t("script.choose")), ...options);
  }

  /** Shows the scenario's lines, or its error: the board has parsed `text`.
   * @param {string} text
   * @param {LoadedScript} script */
  onLoaded(text, { error, steps = 0 }) {
    this.#stepping = this.#running = false;
    this.#steps = steps;
    this.#played = 0;
    const lines = error ? [] : text.trimEnd().split("\n");
    this.#lines = lines.map((line) => html("li", {}, html("code", {}, line)));
    byId("script-steps").replaceChildren(...this.#lines);
    this.#enable(steps > 0, !error);
    setText("script-answer", error ? `${error}.` : counted("script.ready", steps));
  }

  /** Marks the line of a step that was played. `failed`: its error or null; `done`: it was the last step.
   * @param {PlayedStep} step */
  onStepped({ line, failed, done }) {
    this.#stepping = false;
    this.#lines.forEach((element, index) => {
      if (index < line - 1) element.className = "passed";
      element.setAttribute("aria-current", index === line - 1 ? "step" : "false");
    });
    const list = byId("script-steps");
    list.scrollTop = this.#lines[line - 1].offsetTop - list.offsetTop - list.clientHeight / 2;
    setText("script-answer", t("script.played", { step: ++this.#played, steps: this.#steps }));
    if (failed || done) this.#end(line, failed);
  }

  /** Counts `ms` of real time; plays a step every PAUSE_MS while the scenario runs.
   * @param {number} ms */
  onTime(ms) {
    this.#waited += ms;
    if (this.#running && this.#waited >= PAUSE_MS) this.#playStep();
  }

  /** Clears the list: the player's own board is shown again. */
  onLeave() {
    this.#running = false;
    this.#lines = [];
    byId("script-steps").replaceChildren();
    this.#enable(false, false);
    setText("script-answer", "");
  }

  #playStep() {
    if (this.#stepping) return;
    this.#stepping = true;
    this.#waited = 0;
    this.step();
  }

  /** @param {number} line
   * @param {string | null} failed */
  #end(line, failed) {
    this.#running = false;
    this.#lines[line - 1].className = failed ? "failed" : "passed";
    this.#enable(false, true);
    setText("script-answer", failed ? `${failed}.` : t("script.over"));
  }

  /** Enables the buttons. `more`: there are steps left; `loaded`: a scenario is loaded.
   * @param {boolean} more
   * @param {boolean} loaded */
  #enable(more, loaded) {
    byId("script-step").disabled = byId("script-run").disabled = !more;
    byId("script-leave").disabled = !loaded;
  }
}
