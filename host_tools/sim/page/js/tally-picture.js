// Picture of the tally of all evenings, to be kept or sent.

import { t } from "./catalogue.js";
import { context2d } from "./dom.js";
import { drawMat, INK, QUIET, SERIF, write } from "./picture-text.js";

const WIDTH = 1400;
const LINE = 120;
const MOST = 12; // lines

/** Returns the picture of these lines, as a PNG.
 * @param {string[]} lines
 * @returns {Promise<Blob>} */
export function tallyPicture(lines) {
  const shown = lines.slice(0, MOST);
  const size = { width: WIDTH, height: 420 + LINE * shown.length };
  const canvas = Object.assign(document.createElement("canvas"), size);
  const paint = context2d(canvas);
  drawMat(paint, { ...size, inset: 36 });
  const look = { x: WIDTH / 2, width: WIDTH - 200, align: /** @type {const} */ ("center") };
  write(paint, t("tally.title"), { ...look, y: 180, size: 84, font: `700 % ${SERIF}`, ink: INK });
  shown.forEach((line, index) =>
    write(paint, line, { ...look, y: 300 + LINE * index, size: 64, font: `400 % ${SERIF}`, ink: INK }),
  );
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(Date.now());
  write(paint, day, { ...look, y: size.height - 90, size: 40, font: `400 % ${SERIF}`, ink: QUIET });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
  );
}
