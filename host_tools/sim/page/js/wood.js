// Walnut with a maple inlay near its edge.

import { svg } from "./svg.js";

// Noise that changes slowly along the wood and quickly across it: broad figure, and fine pores over it.
const FIGURE = { baseFrequency: "0.004 0.045", numOctaves: 3, seed: 8, values: "0 0 0 0 0.06  0 0 0 0 0.02  0 0 0 0 0  1.8 0 0 0 -0.68" };
const PORES = { baseFrequency: "0.02 0.75", numOctaves: 2, seed: 21, values: "0 0 0 0 0.03  0 0 0 0 0.01  0 0 0 0 0  0 2.6 0 0 -1.2" };

/** Elements that fill `box` (x, y, width, height in millimetres). */
export function wood({ x, y, width, height }) {
  const at = (inset) => ({ x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset });
  return [
    svg("defs", {}, noise("figure", FIGURE), noise("pores", PORES)),
    svg("rect", { ...at(0), class: "walnut" }),
    svg("rect", { ...at(0), filter: "url(#figure)" }),
    svg("rect", { ...at(0), filter: "url(#pores)", opacity: 0.55 }),
    svg("rect", { ...at(2), rx: 2.5, class: "inlay" }),
  ];
}

function noise(id, { values, ...turbulence }) {
  return svg(
    "filter",
    { id, x: 0, y: 0, width: "100%", height: "100%", "color-interpolation-filters": "sRGB" },
    svg("feTurbulence", { type: "fractalNoise", ...turbulence }),
    svg("feColorMatrix", { values }),
  );
}
