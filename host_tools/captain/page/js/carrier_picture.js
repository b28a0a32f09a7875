// Picture of the carrier board from above, with the parts to suspect lit.

import { svg } from "../../js/dom.js";

const MARGIN = 3; // mm around a lit part, and around the board
const LABEL = 4; // mm high

/** From host_tools/hardware/bring_up.py; lengths in mm.
 * @typedef {{ lines: number[][][], pads: number[][], box: number[] }} DrawnPart
 * @typedef {{ width: number, height: number, parts: Record<string, DrawnPart> }} Carrier */

/** Draws the board: parts of `there` with their outlines; of them `lit` marked and named.
 * @param {Carrier} carrier
 * @param {Set<string>} there
 * @param {string[]} lit
 * @param {string} title */
export function carrierPicture(carrier, there, lit, title) {
  const { width, height, parts } = carrier;
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
  const drawn = Object.entries(parts)
    .filter(([ref]) => there.has(ref))
    .map(([, part]) => outline(part));
  const marks = lit.filter((ref) => parts[ref]).flatMap((ref, place) => mark(ref, parts[ref].box, place));
  return svg(
    "svg",
    { viewBox: box, class: "carrier", role: "img", "aria-label": title },
    svg("rect", { class: "carrier-board", width, height, rx: 2 }),
    ...drawn,
    ...marks,
  );
}

/** @param {DrawnPart} part */
function outline({ lines, pads }) {
  const strokes = lines.map((run) => svg("polyline", { points: run.map((point) => point.join(",")).join(" ") }));
  return svg("g", { class: "carrier-part" }, ...strokes, ...pads.map(([cx, cy]) => svg("circle", { cx, cy, r: 0.6 })));
}

/** The mark of a lit part; the likeliest has the strongest.
 * @param {string} ref
 * @param {number[]} box
 * @param {number} place */
function mark(ref, [left, top, right, bottom], place) {
  const [x, y] = [left - MARGIN / 2, top - MARGIN / 2];
  const [width, height] = [right - left + MARGIN, bottom - top + MARGIN];
  const above = y > LABEL ? y - 1 : y + height + LABEL;
  return [
    svg("rect", { class: place ? "carrier-lit" : "carrier-lit first", x, y, width, height, rx: 1.5 }),
    svg("text", { x: x + width / 2, y: above, "font-size": LABEL, "text-anchor": "middle" }, ref),
  ];
}
