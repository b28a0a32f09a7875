// Demonstration: a card game made up on the spot, pegged on a second board with its story beside it.
//
// The story is in the comments of the game's scenario. A comment of its own is told before the keys after it are pressed.

import { t } from "./catalogue.js";
import { html, say } from "./elements.js";

const PRESS_MS = 300;
const TALK_MS = 1100;
const SEEDS = 2 ** 32;
const at = (id) => document.getElementById(id);

export class Demonstration {
  #lines = [];
  #steps = []; // the line of each step, from 1
  #keys = []; // the key that is pressed in it, or null
  #played = 0;
  #told = 0; // lines of the story that have been told
  #asked = false; // for a step that has not been answered yet
  #running = false;
  #waited = 0;
  #pause = 0; // what has to pass before the next thing happens
  line = ""; // what is being told

  /** `load(text)` puts a scenario's board on the table, `step()` runs one step of it, `mime(key)` shows a key as if it
   * were pressed, `announce(words)` says the story, `leave()` brings the own board back. */
  constructor({ dealer, load, step, mime, announce, leave }) {
    Object.assign(this, { dealer, load, step, mime, announce });
    at("watch-start").onclick = () => this.#deal();
    at("watch-pause").onclick = () => this.#run(!this.#running);
    at("watch-stop").onclick = leave;
  }

  async #deal() {
    say("watch-answer", t("watch.dealing"));
    const seed = Math.floor(Math.random() * SEEDS);
    try {
      this.load(await this.dealer.deal({ seed, players: Number(at("watch-players").value), preset: "acc", muggins: at("watch-muggins").checked }));
    } catch (error) {
      say("watch-answer", t("fault.page", { error: error.message }));
    }
  }

  /** The board has read the game, or it says what is wrong with it. */
  loaded(text, { lines, keys, error }) {
    if (error) return say("watch-answer", `${error}.`);
    this.#lines = text.trimEnd().split("\n");
    this.#steps = lines;
    this.#keys = keys;
    this.#played = this.#told = this.#pause = 0;
    this.#asked = false;
    at("watch-log").replaceChildren();
    say("watch-answer", "");
    this.#run(true);
    at("watch-pause").focus({ preventScroll: true });
  }

  /** A step of that line was played. */
  stepped({ line, failed, done }) {
    this.#asked = false;
    this.#pause = this.#lines[line - 1].startsWith("expect") ? 0 : PRESS_MS;
    if (this.#steps[++this.#played] !== line) this.#pause *= 3;
    if (!failed && !done) return;
    this.mime(null);
    this.#run(false);
    at("watch-pause").hidden = true;
    this.#say(failed ?? t("watch.over"));
  }

  /** The screen's time passes. */
  pass(ms) {
    this.#waited += ms;
    if (this.#waited > this.#pause / 2) this.mime(null);
    if (!this.#running || this.#asked || this.#waited < this.#pause) return;
    this.#waited = 0;
    if (this.#told < this.#steps[this.#played]) this.#tell(this.#lines[this.#told++]);
    else this.#next();
  }

  /** The player's own board is back. */
  left() {
    this.#run(false);
    at("watch-pause").hidden = true;
    if (document.activeElement === document.body) at("menu").focus({ preventScroll: true });
    this.line = "";
  }

  #next() {
    this.#asked = true;
    this.mime(this.#keys[this.#played]);
    this.step();
  }

  /** A line of the scenario: its comment is the story; an empty line is before another deal. */
  #tell(line) {
    const [keys, story] = line.split(/\s*# /);
    this.#pause = story && !keys ? TALK_MS : 0;
    if (!line) at("watch-log").replaceChildren();
    if (!story) return;
    this.#say(story);
    at("watch-log").append(html("li", {}, story));
    at("watch-log").scrollTop = at("watch-log").scrollHeight;
  }

  /** The story takes the place of the board's own words. */
  #say(story) {
    this.line = story;
    say("phase", story);
    say("hint", "");
    this.announce(story);
  }

  #run(on) {
    this.#running = on;
    at("watch-pause").hidden = false;
    say("watch-pause", t(on ? "watch.pause" : "watch.go_on"));
  }
}
