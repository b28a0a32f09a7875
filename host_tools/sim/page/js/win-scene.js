// The end of a game on the board alone, before its panel opens: a scene over the plate, and a tune.

import { t } from "./catalogue.js";
import { byId } from "./dom.js";

export const SCENE_MS = 3000;
const SCENES = ["win", "skunk", "double"]; // by the skunk's level; a triple skunk has the last

export class WinScene {
  #timer = 0;

  /** `tune(level)` plays the tune of a skunk's level, 0 for none.
   * @param {(level: number) => void} tune */
  constructor(tune) {
    this.tune = tune;
  }

  /** Plays the scene of a game that `team` has won, and calls `over` after SCENE_MS.
   * @param {{ team: string, level: number }} win
   * @param {() => void} over */
  play({ team, level }, over) {
    this.end();
    const name = SCENES[Math.min(level, SCENES.length - 1)];
    byId("scene").className = `scene ${name} team-${team}`;
    byId("scene").textContent = level ? t(`scene.${name}`) : "";
    byId("scene").hidden = false;
    this.tune(level);
    this.#timer = setTimeout(() => {
      this.end();
      over();
    }, SCENE_MS);
  }

  /** Ends the scene; its `over` is not called. */
  end() {
    clearTimeout(this.#timer);
    byId("scene").hidden = true;
  }
}
