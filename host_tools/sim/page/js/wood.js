// Walnut with a maple inlay round its edge.

import { svg } from "./svg.js";

/** Elements that fill `box` (x, y, width, height in millimetres). */
export function wood({ x, y, width, height }) {
  const at = (inset) => ({ x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset });
  return [
    svg("defs", {}, grain()),
    svg("rect", { ...at(0), class: "walnut" }),
    svg("rect", { ...at(0), filter: "url(#grain)", class: "grain" }),
    svg("rect", { ...at(4), rx: 3.5, class: "inlay" }),
  ];
}

/** Long fibres: noise that changes slowly along the wood and quickly across it. */
function grain() {
  return svg(
    "filter",
    { id: "grain", x: 0, y: 0, width: "100%", height: "100%", "color-interpolation-filters": "sRGB" },
    svg("feTurbulence", { type: "fractalNoise", baseFrequency: "0.005 0.07", numOctaves: 5, seed: 8 }),
    svg("feColorMatrix", { values: "0 0 0 0 0.07  0 0 0 0 0.025  0 0 0 0 0.005  2.2 0 0 0 -0.72" }),
  );
}
