// Displays on the plate: the dots that the board has sent to them.

import { t } from "./catalogue.js";
import { html } from "./elements.js";
import { keep, setting } from "./settings-storage.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [190, 225, 255];
const at = (id) => document.getElementById(id);

export class Displays {
  #told = [];

  /** `plug(number)` puts so many on the board's bus. */
  constructor(plug) {
    const choice = at("display-count");
    choice.value = setting("displays", "0");
    choice.onchange = () => {
      keep("displays", choice.value);
      plug();
    };
  }

  /** How many the reader wants. */
  get count() {
    return Number(at("display-count").value);
  }

  /** What they show: for each its `dots` in hex (a byte a column of eight), its `text`, and whether it is `lit`. */
  show(told) {
    const host = at("displays");
    host.hidden = !told.length;
    if (told.length !== this.#told.length) host.replaceChildren(...told.map(() => html("canvas", { width: WIDTH, height: HEIGHT, role: "img" })));
    told.forEach((display, number) => this.#paint(host.children[number], display, number));
    this.#told = told;
  }

  #paint(canvas, { dots, text, lit }, number) {
    canvas.setAttribute("aria-label", t("here.display", { number: number + 1, text: lit ? text : "" }));
    const paint = canvas.getContext("2d");
    const picture = paint.createImageData(WIDTH, HEIGHT);
    for (let at = 0; lit && at < WIDTH * HEIGHT; at++) {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      const column = parseInt(dots.slice(2 * (WIDTH * (y >> 3) + x), 2 * (WIDTH * (y >> 3) + x) + 2), 16);
      picture.data.set((column >> (y & 7)) & 1 ? [...LIT, 255] : [0, 0, 0, 255], 4 * at);
    }
    paint.putImageData(picture, 0, 0);
  }
}
