// Demonstration: a generated card game, pegged on a second board, with its story beside it.
//
// The story is in the comments of the game's scenario. A comment on its own line is shown before the next keys are pressed.

import { t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";

const PRESS_MS = 300;
const TALK_MS = 1100;
const SEEDS = 2 ** 32;

export class Demonstration {
  /** @type {string[]} */
  #lines = [];
  /** @type {number[]} */
  #steps = []; // the line of each step, from 1
  /** @type {(number | null)[]} */
  #keys = []; // the key that is pressed in it, or null
  #played = 0; // steps
  #narrated = 0; // lines of the scenario whose story was shown
  #stepping = false; // whether a requested step has not ended yet
  #running = false;
  #waited = 0; // ms since the last line or step
  #pause = 0; // ms to wait before the next line or step
  line = ""; // the story line that is shown

  /** `load(text)` starts a scenario's board, `step()` plays a step on it, `showPressed(key)` shows a cap as pressed,
   * `announce(text)` speaks the story.
   * @param {{ dealer: import("./card-game-client.js").CardGameClient, load: (text: string) => void, step: () => void, showPressed: (key: number | null) => void, announce: (text: string) => void }} page */
  constructor({ dealer, load, step, showPressed, announce }) {
    this.dealer = dealer;
    this.load = load;
    this.step = step;
    this.showPressed = showPressed;
    this.announce = announce;
    byId("watch-pause").onclick = () => this.#setRunning(!this.#running);
  }

  async start() {
    setText("watch-answer", t("watch.dealing"));
    const seed = Math.floor(Math.random() * SEEDS);
    try {
      this.load(
        await this.dealer.deal({
          seed,
          players: Number(byId("watch-players").value),
          preset: "acc",
          muggins: byId("watch-muggins").checked,
        }),
      );
    } catch (error) {
      setText("watch-answer", t("fault.page", { error: error.message }));
    }
  }

  /** Runs the game, or shows its error: the board has parsed `text`.
   * @param {string} text
   * @param {LoadedScript} script */
  onLoaded(text, script) {
    if (script.error !== undefined) return setText("watch-answer", `${script.error}.`);
    this.#lines = text.trimEnd().split("\n");
    this.#steps = script.lines;
    this.#keys = script.keys;
    this.#played = this.#narrated = this.#pause = 0;
    this.#stepping = false;
    byId("watch-log").replaceChildren();
    setText("watch-answer", "");
    this.#setRunning(true);
    byId("watch-pause").focus({ preventScroll: true });
  }

  /** Sets the pause after a step that was played, or ends the demonstration.
   * @param {PlayedStep} step */
  onStepped({ line, failed, done }) {
    this.#stepping = false;
    this.#pause = this.#lines[line - 1].startsWith("expect") ? 0 : PRESS_MS;
    if (this.#steps[++this.#played] !== line) this.#pause *= 3;
    if (!failed && !done) return;
    this.showPressed(null);
    this.#setRunning(false);
    byId("watch-pause").hidden = true;
    this.#showStory(failed ?? t("watch.over"));
  }

  /** Counts `ms` of real time; when the pause is over, shows the next story line or plays the next step.
   * @param {number} ms */
  onTime(ms) {
    this.#waited += ms;
    if (this.#waited > this.#pause / 2) this.showPressed(null);
    if (!this.#running || this.#stepping || this.#waited < this.#pause) return;
    this.#waited = 0;
    if (this.#narrated < this.#steps[this.#played]) this.#narrate(this.#lines[this.#narrated++]);
    else this.#playStep();
  }

  /** Stops: the player's own board is shown again. */
  onLeave() {
    this.#setRunning(false);
    byId("watch-pause").hidden = true;
    if (document.activeElement === document.body) byId("menu").focus({ preventScroll: true });
    this.line = "";
  }

  #playStep() {
    this.#stepping = true;
    this.showPressed(this.#keys[this.#played]);
    this.step();
  }

  /** Shows the story in a line of the scenario, its comment. An empty line begins another deal.
   * @param {string} line */
  #narrate(line) {
    const [keys, story] = line.split(/\s*# /);
    this.#pause = story && !keys ? TALK_MS : 0;
    if (!line) byId("watch-log").replaceChildren();
    if (!story) return;
    this.#showStory(story);
    byId("watch-log").append(html("li", {}, story));
    byId("watch-log").scrollTop = byId("watch-log").scrollHeight;
  }

  /** Shows and announces a story line in place of the board's own sentence.
   * @param {string} story */
  #showStory(story) {
    this.line = story;
    setText("phase", story);
    setText("hint", "");
    this.announce(story);
  }

  /** @param {boolean} on */
  #setRunning(on) {
    this.#running = on;
    byId("watch-pause").hidden = false;
    setText("watch-pause", t(on ? "watch.pause" : "watch.go_on"));
  }
}
