// The board of a kept game as pictures show it: the page's own plate, at a size of its own, on its wood.

import { html } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { HOLES } from "./hole-layout.js";
import { GAMMA, LedRenderer, PEG_COLORS } from "./led-renderer.js";

const STOP_LIGHT = 9; // of 255: a hole where a peg has stood
export const FRONT_LIGHT = 120;
const SHOWN = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
];
const GRAIN = /url\("([^"]*)"\)/; // the picture in the background of the plate

/** Place of the plate in a picture, in its dots; `scale`: dots to a CSS px of the board.
 * @typedef {{ x: number, y: number, width: number, height: number, scale: number }} Place */

export class GamePlate {
  /** Makes a plate for a game; `remove()` ends its use.
   * @param {Game} game
   * @param {Place} place */
  constructor({ teams, target, lines }, place) {
    this.place = place;
    const { width, height, scale } = place;
    this.host = html("div", { "aria-hidden": "true" });
    Object.assign(this.host.style, {
      position: "fixed",
      visibility: "hidden",
      width: `${width / scale}px`,
      height: `${height / scale}px`,
    });
    document.body.append(this.host);
    this.face = new Faceplate(this.host, geometryOf(teams));
    this.face.setRules({ target, lines, short: true });
    this.glow = new LedRenderer(this.host, this.face, scale);
  }

  /** Draws the wood, the brass around it and the unlit plate.
   * @param {CanvasRenderingContext2D} paint */
  async drawBoard(paint) {
    const { x, y, width, height, scale } = this.place;
    const { svg } = this.face;
    inlineStyle(svg);
    svg.setAttribute("viewBox", `0 0 ${width / scale} ${height / scale}`);
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    await this.#drawWood(paint);
    paint.drawImage(await svgImage(svg, scale), x, y, width, height);
  }

  /** Draws the light of a frame, and the pegs.
   * @param {CanvasRenderingContext2D} paint
   * @param {string} frame
   * @param {Pegs[]} pegs */
  drawLight(paint, frame, pegs) {
    const { x, y, width, height } = this.place;
    this.glow.show(frame, pegs);
    paint.drawImage(this.host.querySelector("canvas"), x, y, width, height);
  }

  remove() {
    this.face.remove();
    this.host.remove();
  }

  /** @param {CanvasRenderingContext2D} paint */
  async #drawWood(paint) {
    const { x, y, width, height, scale } = this.place;
    const { backgroundColor, backgroundImage } = getComputedStyle(document.querySelector(".plate"));
    const grain = GRAIN.exec(backgroundImage);
    paint.save();
    paint.beginPath();
    paint.rect(x, y, width, height);
    paint.shadowColor = "rgb(0 0 0 / .4)";
    paint.shadowBlur = 12 * scale;
    paint.shadowOffsetY = 4 * scale;
    paint.fillStyle = backgroundColor;
    paint.fill();
    paint.shadowColor = "transparent";
    paint.clip();
    if (grain) paint.drawImage(await imageAt(grain[1]), 0, 0, 900, 600, x, y, width, (width * 2) / 3);
    paint.restore();
    for (const [line, colour] of /** @type {const} */ ([
      [4, "#4a2d10"],
      [2.5, "#b98a3a"],
    ])) {
      paint.lineWidth = line * scale;
      paint.strokeStyle = colour;
      paint.strokeRect(x, y, width, height);
    }
  }
}

/** Returns where each team's pegs stand after these moves.
 * @param {Pick<Game, "teams" | "moves">} game
 * @returns {Pegs[]} */
export function pegsOf({ teams, moves }) {
  return [...teams].map((_, number) => {
    const [, front, back] = moves.findLast(([mover]) => mover === number) ?? [number, 0, 0];
    return { front, back };
  });
}

/** Returns a frame in which every hole where a peg has stood in these moves glows in its team's colour, the last ones
 * brightly. `light`: of holes that have another, by track.
 * @param {Pick<Game, "teams" | "moves">} game
 * @param {Map<number, number>[]} light hole → 0 to 255 */
export function frameOf({ teams, moves }, light = []) {
  const fronts = pegsOf({ teams, moves }).map(({ front }) => front);
  return [...teams]
    .map((team, number) => {
      const stops = new Set(moves.flatMap(([mover, front]) => (mover === number ? front : [])));
      const color = PEG_COLORS["ABCD".indexOf(team)];
      const own = (/** @type {number} */ hole) =>
        hole === fronts[number] ? FRONT_LIGHT : stops.has(hole) ? STOP_LIGHT : 0;
      return Array.from({ length: HOLES }, (_, index) =>
        grbHex(color, light[number]?.get(index + 1) ?? own(index + 1)),
      ).join("");
    })
    .join("\n");
}

/** Returns a board with a track for each of these teams, whose LEDs are in the order of the holes.
 * @param {string} teams */
function geometryOf(teams) {
  /** @type {Geometry["holes"][number]} */
  const holes = Array.from({ length: HOLES }, (_, led) => [led, 0, 0]);
  return { tracks: teams.length, teams, holes: [...teams].map(() => holes) };
}

/** Returns the GRB bytes in hex of an LED that a screen shows as `color` (#rrggbb), at most `peak` of 255.
 * @param {string} color
 * @param {number} peak */
function grbHex(color, peak) {
  const rgb = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const [red, green, blue] = rgb.map((part) => Math.round(peak * (part / Math.max(...rgb)) ** (1 / GAMMA)));
  return [green, red, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
}

/** Writes what the page's style sheets give to a drawing into its attributes: an image has no style sheets.
 * @param {SVGElement} drawing */
function inlineStyle(drawing) {
  for (const element of drawing.querySelectorAll("[class]")) {
    const style = getComputedStyle(element);
    for (const name of SHOWN) element.setAttribute(name, style.getPropertyValue(name));
  }
}

/** Returns a drawing as an image, `scale` times as large.
 * @param {SVGElement} drawing
 * @param {number} scale */
export function svgImage(drawing, scale = 1) {
  for (const name of ["width", "height"])
    drawing.setAttribute(name, String(scale * Number(drawing.getAttribute(name))));
  return imageAt(`data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`);
}

/** @param {string} url */
async function imageAt(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
