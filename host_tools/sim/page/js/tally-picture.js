// Picture of the tally of all evenings, to be kept or sent.

import { t } from "./catalogue.js";
import { context2d } from "./dom.js";
import { drawMat, INK, QUIET, SERIF, write } from "./picture-text.js";

const WIDTH = 1400;
const MOST = 12; // tallies
const WON = { size: 64, line: 120 };
const SKUNKS = { size: 44, line: 70 };

/** Returns the picture of these tallies, each of a line on who has won and lines on skunks, as a PNG.
 * @param {string[][]} tallies
 * @returns {Promise<Blob>} */
export function tallyPicture(tallies) {
  const shown = tallies
    .slice(0, MOST)
    .flatMap((lines) => lines.map((text, index) => ({ text, ...(index ? SKUNKS : WON) })));
  const size = { width: WIDTH, height: shown.reduce((height, { line }) => height + line, 420) };
  const canvas = Object.assign(document.createElement("canvas"), size);
  const paint = context2d(canvas);
  drawMat(paint, { ...size, inset: 36 });
  const look = { x: WIDTH / 2, width: WIDTH - 200, align: /** @type {const} */ ("center") };
  write(paint, t("tally.title"), { ...look, y: 180, size: 84, font: `700 % ${SERIF}`, ink: INK });
  let y = 180;
  for (const { text, size, line } of shown) {
    y += line;
    write(paint, text, { ...look, y, size, font: `400 % ${SERIF}`, ink: size === WON.size ? INK : QUIET });
  }
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(Date.now());
  write(paint, day, { ...look, y: size.height - 90, size: 40, font: `400 % ${SERIF}`, ink: QUIET });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
  );
}
