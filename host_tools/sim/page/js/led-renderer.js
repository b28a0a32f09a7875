// Renders the LEDs' GRB bytes on a canvas as additive glow.

import { context2d } from "./dom.js";
import { LAP } from "./hole-layout.js";

export const PEG_COLORS = ["#e69f00", "#56b4e9", "#14c08f", "#f3a5cf"]; // as the lanes
const HALO = 6; // radius of a halo at full light, in radii of a hole

// LED bytes are light, a screen's are perception: 1/2.2 leads from one to the other. A peg at a third of full is the
// brightest thing on the table; a screen has only its white for that, so it is exposed threefold.
export const GAMMA = 1 / 2.2;
const EXPOSURE = 3;

export class LedRenderer {
  #canvas = document.createElement("canvas");
  #frame = "";
  /** @type {Pegs[]} */
  #pegs = [];

  /** `dots`: of the canvas to a CSS px; 0: the screen's, 2 at most.
   * @param {HTMLElement} host
   * @param {import("./faceplate.js").Faceplate} plate */
  constructor(host, plate, dots = 0) {
    this.plate = plate;
    this.dots = dots;
    this.#canvas.setAttribute("aria-hidden", "true");
    host.append(this.#canvas);
    plate.addEventListener("drawn", () => this.show(this.#frame, this.#pegs));
  }

  /** Shows a frame: GRB bytes in hex, one line per track; "" for all dark. `pegs`: those that stand in their holes, by track;
   * `hop`: a peg on its way.
   * @param {string} frame
   * @param {Pegs[]} pegs
   * @param {import("./peg-hop.js").Hop | null} hop */
  show(frame, pegs = [], hop = null) {
    this.#frame = frame;
    this.#pegs = pegs;
    const paint = this.#clearCanvas();
    const lamps = frame
      .split("\n")
      .flatMap((bytes, track) => (bytes ? this.#lampsOf(track, bytes, hop?.track === track ? hop : null) : []));
    paint.globalCompositeOperation = "lighter";
    for (const lamp of lamps) drawHalo(paint, lamp);
    // The hole itself has the LED's own hue, which added light would change.
    paint.globalCompositeOperation = "source-over";
    for (const lamp of lamps) drawCore(paint, lamp);
    pegs.forEach(({ front, back }, track) => this.#drawPegs(paint, track, hop?.track === track ? hop.at : front, back));
  }

  /** Draws a team's two pegs; one in the second lap has a ring.
   * @param {CanvasRenderingContext2D} paint
   * @param {number} track
   * @param {number} front
   * @param {number} back */
  #drawPegs(paint, track, front, back) {
    const { places, geometry } = this.plate;
    const color = PEG_COLORS["ABCD".indexOf(geometry.teams[track])];
    const draw = (/** @type {number} */ hole, /** @type {number} */ radius) =>
      drawPeg(paint, places.hole(track, hole), radius, color, hole > LAP && places.last === LAP);
    if (back > 0 && back !== front) draw(back, 0.62 * places.radius);
    draw(front, places.radius);
  }

  /** Fits the canvas to the plate and clears it; returns its context, scaled to CSS pixels. */
  #clearCanvas() {
    const { width, height } = this.plate.places;
    const dots = this.dots || Math.min(devicePixelRatio, 2);
    const [across, down] = [Math.round(width * dots), Math.round(height * dots)];
    const paint = context2d(this.#canvas);
    if (this.#canvas.width !== across || this.#canvas.height !== down) {
      Object.assign(this.#canvas, { width: across, height: down });
      Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    paint.setTransform(dots, 0, 0, dots, 0, 0);
    paint.clearRect(0, 0, width, height);
    return paint;
  }

  /** Returns the lamps of a track's lit holes.
   * @param {number} track
   * @param {string} bytes
   * @param {import("./peg-hop.js").Hop | null} hop */
  #lampsOf(track, bytes, hop) {
    const { places, geometry } = this.plate;
    return geometry.holes[track].flatMap(([led], index) => {
      const grb = parseInt(bytes.slice(6 * led, 6 * led + 6), 16);
      if (!grb || index >= places.last) return [];
      const hole = index + 1 === hop?.to ? hop.at : index + 1;
      return [
        makeLamp(places.hole(track, hole), places.radius * (index + 1 === places.last ? 1.25 : 1), [
          (grb >> 8) & 255,
          grb >> 16,
          grb & 255,
        ]),
      ];
    });
  }
}

/** A lit hole: `hue` as CSS channels, `level` is its perceived brightness (0 to 1).
 * @typedef {{ x: number, y: number, radius: number, hue: string, level: number }} Lamp */

/** @param {{ x: number, y: number }} place
 * @param {number} radius
 * @param {number[]} rgb
 * @returns {Lamp} */
function makeLamp({ x, y }, radius, rgb) {
  const peak = Math.max(...rgb);
  const hue = rgb.map((part) => Math.round(255 * (part / peak) ** GAMMA)).join(" ");
  return { x, y, radius, hue, level: Math.min(1, (EXPOSURE * peak) / 255) ** GAMMA };
}

/** @param {CanvasRenderingContext2D} paint
 * @param {Lamp} lamp */
function drawHalo(paint, { x, y, radius, hue, level }) {
  const reach = HALO * radius * level;
  const light = paint.createRadialGradient(x, y, 0, x, y, reach);
  light.addColorStop(0, `rgb(${hue} / ${0.7 * level ** 1.5})`);
  light.addColorStop(0.28, `rgb(${hue} / ${0.32 * level ** 2.5})`);
  light.addColorStop(1, `rgb(${hue} / 0)`);
  drawDisc(paint, x, y, reach, light);
}

/** @param {CanvasRenderingContext2D} paint
 * @param {Lamp} lamp */
function drawCore(paint, { x, y, radius, hue, level }) {
  const bulb = paint.createRadialGradient(x, y, 0, x, y, radius);
  bulb.addColorStop(0.1, `rgb(255 255 255 / ${0.85 * level ** 2.5})`);
  bulb.addColorStop(0.75, `rgb(${hue} / 0)`);
  drawDisc(paint, x, y, radius, `rgb(${hue} / ${level})`);
  drawDisc(paint, x, y, radius, bulb);
}

/** Draws a peg from above: its shadow, its rim, its head and the light on that; `ringed`: with a white ring.
 * @param {CanvasRenderingContext2D} paint
 * @param {{ x: number, y: number }} place
 * @param {number} radius
 * @param {string} color
 * @param {boolean} ringed */
function drawPeg(paint, { x, y }, radius, color, ringed) {
  if (ringed) drawDisc(paint, x, y, 1.35 * radius, "#fff");
  drawDisc(paint, x + 0.18 * radius, y + 0.3 * radius, 1.05 * radius, "rgb(0 0 0 / .45)");
  drawDisc(paint, x, y, radius, "#1a0f06");
  drawDisc(paint, x, y, 0.86 * radius, color);
  drawDisc(paint, x - 0.26 * radius, y - 0.3 * radius, 0.34 * radius, "rgb(255 255 255 / .85)");
}

/** @param {CanvasRenderingContext2D} paint
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string | CanvasGradient} fill */
function drawDisc(paint, x, y, radius, fill) {
  paint.fillStyle = fill;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.fill();
}
