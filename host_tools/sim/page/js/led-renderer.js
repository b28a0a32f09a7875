// Renders the LEDs on a canvas: GRB bytes in, additive glow out. Nothing is drawn that no LED emits.

const HALO = 6; // radius of a halo at full light, in radii of a hole

// LED bytes are light, a screen's are perception: 1/2.2 leads from one to the other. A peg at a third of full is the
// brightest thing on the table; a screen has only its white for that, so it is exposed threefold.
const GAMMA = 1 / 2.2;
const EXPOSURE = 3;

export class LedRenderer {
  #canvas = document.createElement("canvas");
  #frame = "";

  constructor(host, plate) {
    this.plate = plate;
    this.#canvas.setAttribute("aria-hidden", "true");
    host.append(this.#canvas);
    plate.addEventListener("drawn", () => this.show(this.#frame));
  }

  /** Shows a frame: the tracks' GRB bytes in hex, one line a track; "" is darkness. */
  show(frame) {
    this.#frame = frame;
    const paint = this.#cleared();
    const lamps = frame.split("\n").flatMap((bytes, track) => (bytes ? this.#lit(track, bytes) : []));
    paint.globalCompositeOperation = "lighter";
    for (const lamp of lamps) halo(paint, lamp);
    // The bore itself has the LED's own hue, which added light would turn.
    paint.globalCompositeOperation = "source-over";
    for (const lamp of lamps) core(paint, lamp);
  }

  #cleared() {
    const { width, height } = this.plate.places;
    const dots = Math.min(devicePixelRatio, 2);
    const [across, down] = [Math.round(width * dots), Math.round(height * dots)];
    const paint = this.#canvas.getContext("2d");
    if (this.#canvas.width !== across || this.#canvas.height !== down) {
      Object.assign(this.#canvas, { width: across, height: down });
      Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    paint.setTransform(dots, 0, 0, dots, 0, 0);
    paint.clearRect(0, 0, width, height);
    return paint;
  }

  #lit(track, bytes) {
    const { places, geometry } = this.plate;
    return geometry.holes[track].flatMap(([led], index) => {
      const grb = parseInt(bytes.slice(6 * led, 6 * led + 6), 16);
      if (!grb) return [];
      return [lampOf(places.hole(track, index + 1), places.radius * (index === 120 ? 1.25 : 1), [(grb >> 8) & 255, grb >> 16, grb & 255])];
    });
  }
}

function lampOf({ x, y }, radius, rgb) {
  const peak = Math.max(...rgb);
  const hue = rgb.map((part) => Math.round(255 * (part / peak) ** GAMMA)).join(" ");
  return { x, y, radius, hue, level: Math.min(1, (EXPOSURE * peak) / 255) ** GAMMA };
}

function halo(paint, { x, y, radius, hue, level }) {
  const reach = HALO * radius * level;
  const light = paint.createRadialGradient(x, y, 0, x, y, reach);
  light.addColorStop(0, `rgb(${hue} / ${0.7 * level ** 1.5})`);
  light.addColorStop(0.28, `rgb(${hue} / ${0.32 * level ** 2.5})`);
  light.addColorStop(1, `rgb(${hue} / 0)`);
  disc(paint, x, y, reach, light);
}

function core(paint, { x, y, radius, hue, level }) {
  const bulb = paint.createRadialGradient(x, y, 0, x, y, radius);
  bulb.addColorStop(0.1, `rgb(255 255 255 / ${0.85 * level ** 2.5})`);
  bulb.addColorStop(0.75, `rgb(${hue} / 0)`);
  disc(paint, x, y, radius, `rgb(${hue} / ${level})`);
  disc(paint, x, y, radius, bulb);
}

function disc(paint, x, y, radius, fill) {
  paint.fillStyle = fill;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.fill();
}
