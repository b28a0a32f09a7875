// The board's displays, drawn as canvases from the dots that it has sent to them.

import { t } from "./catalogue.js";
import { byId, context2d, html } from "./dom.js";
import { readSetting, saveSetting } from "./settings-storage.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [190, 225, 255];

export class Displays {
  /** @type {DisplayContents[]} */
  #shown = [];

  /** `onChange()` is called when the reader has chosen another number of displays.
   * @param {() => void} onChange */
  constructor(onChange) {
    const choice = byId("display-count");
    choice.value = readSetting("displays", "0");
    choice.onchange = () => {
      saveSetting("displays", choice.value);
      onChange();
    };
    byId("turned").addEventListener("change", () => this.show(this.#shown));
  }

  /** The number of displays that the reader has chosen. */
  get count() {
    return Number(byId("display-count").value);
  }

  /** Shows the displays; of one the far side gets a copy, if all that it reads is turned round.
   * @param {DisplayContents[]} displays */
  show(displays) {
    this.#shown = displays;
    const host = byId("displays");
    host.hidden = !displays.length;
    const copied = displays.length === 1 && byId("turned").checked;
    const shown = copied ? [displays[0], displays[0]] : displays;
    if (shown.length !== host.children.length)
      host.replaceChildren(...shown.map(() => html("canvas", { width: WIDTH, height: HEIGHT, role: "img" })));
    shown.forEach((display, number) =>
      this.#paint(/** @type {HTMLCanvasElement} */ (host.children[number]), display, copied ? 0 : number),
    );
    host.firstElementChild?.setAttribute("aria-hidden", String(copied));
  }

  /** @param {HTMLCanvasElement} canvas
   * @param {DisplayContents} display
   * @param {number} number */
  #paint(canvas, { dots, text, lit }, number) {
    canvas.setAttribute("aria-label", t("here.display", { number: number + 1, text: lit ? text : "" }));
    const paint = context2d(canvas);
    const picture = paint.createImageData(WIDTH, HEIGHT);
    for (let dot = 0; lit && dot < WIDTH * HEIGHT; dot++) {
      const [x, y] = [dot % WIDTH, Math.floor(dot / WIDTH)];
      const column = parseInt(dots.slice(2 * (WIDTH * (y >> 3) + x), 2 * (WIDTH * (y >> 3) + x) + 2), 16);
      picture.data.set((column >> (y & 7)) & 1 ? [...LIT, 255] : [0, 0, 0, 255], 4 * dot);
    }
    paint.putImageData(picture, 0, 0);
  }
}
