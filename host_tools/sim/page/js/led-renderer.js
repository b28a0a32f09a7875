// Renders the LEDs' GRB bytes on a canvas as additive glow.

import { context2d } from "./dom.js";

const HALO = 6; // radius of a halo at full light, in radii of a hole

// LED bytes are light, a screen's are perception: 1/2.2 leads from one to the other. A peg at a third of full is the
// brightest thing on the table; a screen has only its white for that, so it is exposed threefold.
const GAMMA = 1 / 2.2;
const EXPOSURE = 3;

export class LedRenderer {
  #canvas = document.createElement("canvas");
  #frame = "";

  /** @param {HTMLElement} host
   * @param {import("./faceplate.js").Faceplate} plate */
  constructor(host, plate) {
    this.plate = plate;
    this.#canvas.setAttribute("aria-hidden", "true");
    host.append(this.#canvas);
    plate.addEventListener("drawn", () => this.show(this.#frame));
  }

  /** Shows a frame: GRB bytes in hex, one line per track; "" for all dark. `hop`: a peg on its way.
   * @param {string} frame
   * @param {import("./peg-hop.js").Hop | null} hop */
  show(frame, hop = null) {
    this.#frame = frame;
    const paint = this.#clearCanvas();
    const lamps = frame.split("\n").flatMap((bytes, track) => (bytes ? this.#lampsOf(track, bytes, hop?.track === track ? hop : null) : []));
    paint.globalCompositeOperation = "lighter";
    for (const lamp of lamps) drawHalo(paint, lamp);
    // The hole itself has the LED's own hue, which added light would change.
    paint.globalCompositeOperation = "source-over";
    for (const lamp of lamps) drawCore(paint, lamp);
  }

  /** Fits the canvas to the plate and clears it; returns its context, scaled to CSS pixels. */
  #clearCanvas() {
    const { width, height } = this.plate.places;
    const dots = Math.min(devicePixelRatio, 2);
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
      if (!grb) return [];
      const hole = index + 1 === hop?.to ? hop.at : index + 1;
      return [makeLamp(places.hole(track, hole), places.radius * (index === 120 ? 1.25 : 1), [(grb >> 8) & 255, grb >> 16, grb & 255])];
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
