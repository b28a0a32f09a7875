// A game from a link, as a race of lights: all its keys are pressed on a second board within a few seconds, then the board
// stands as the game ended. Any key or touch shows the end at once; so does a wish for little motion.

import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";

const RACE_MS = 6000;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Race {
  /** @type {import("./game-url-codec.js").LinkedGame | null} */
  #game = null;
  #steps = 0; // of its scenario
  #played = 0; // steps that were requested
  #stepping = false; // whether requested steps have not ended yet
  #time = 0; // ms since the start
  #racing = false;
  line = ""; // what is said in place of the board's own sentence

  /** `load(game)` starts a scenario's board, `step(count)` plays that many steps on it, `verdict()` returns how the game on
   * it ended, or ""; `announce(text)` speaks, `watch(game)` plays the game key by key.
   * @param {{ load: (game: import("./game-url-codec.js").LinkedGame) => void, step: (count: number) => void, verdict: () => string, announce: (text: string) => void, watch: (game: import("./game-url-codec.js").LinkedGame) => void }} page */
  constructor({ load, step, verdict, announce, watch }) {
    this.load = load;
    this.step = step;
    this.verdict = verdict;
    this.announce = announce;
    byId("race-slowly").onclick = () => this.#game && watch(this.#game);
    for (const input of ["pointerdown", "keydown"]) addEventListener(input, () => this.#skip(), { capture: true });
  }

  /** Begins the race of a game.
   * @param {import("./game-url-codec.js").LinkedGame} game */
  begin(game) {
    this.#game = game;
    this.load(game);
  }

  /** @param {string} _text
   * @param {LoadedScript} script */
  onLoaded(_text, script) {
    if (script.error !== undefined) return;
    this.#steps = script.lines.length;
    this.#played = 0;
    this.#time = reducedMotion.matches ? RACE_MS : 0;
    this.#stepping = false;
    this.#racing = true;
    this.#say(t("ending.replayed"), t("race.skip"));
  }

  /** Plays the steps that are due after `ms` more of real time.
   * @param {number} ms */
  onTime(ms) {
    this.#time += ms;
    if (!this.#racing || this.#stepping) return;
    const due = Math.min(Math.ceil((this.#steps * this.#time) / RACE_MS), this.#steps) - this.#played;
    if (due <= 0) return;
    this.#played += due;
    this.#stepping = true;
    this.step(due);
  }

  /** @param {PlayedStep} step */
  onStepped({ failed, done }) {
    this.#stepping = false;
    if (!failed && !done) return;
    this.#racing = false;
    byId("race-slowly").hidden = false;
    this.#say(this.verdict() || t("ending.replayed"), t("watch.over"));
    this.announce(this.line);
  }

  /** Stops: the player's own board is shown again, or another scenario. */
  onLeave() {
    this.#racing = false;
    byId("race-slowly").hidden = true;
    this.line = "";
  }

  /** Lets all that is left be due. */
  #skip() {
    if (this.#racing) this.#time = RACE_MS;
  }

  /** @param {string} line
   * @param {string} hint */
  #say(line, hint) {
    this.line = line;
    setText("phase", line);
    setText("hint", hint);
  }
}
