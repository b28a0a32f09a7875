// Graph of all teams' scores over a game's moves, with the skunk lines, as SVG.

import { svg } from "./dom.js";
import { teamName } from "./team-names.js";

const GRAPH_TEXT_PX = 14;
const GRAPH_MARGIN = { left: 34, right: 58, top: 12, bottom: 10 };
/** @type {ByTeam<string>} */
export const COLOURS = { A: "#d98e00", B: "#2f97d6", C: "#0a9470", D: "#c0568f" };
/** @type {ByTeam<string>} */
const DASHES = { A: "", B: "9 4", C: "2 4", D: "12 4 2 4" };

/** Returns a game's figures: for each team its `best` and `average` peg; `leads`: how often the lead changed. What was put
 * back is no part of the move before it.
 * @param {Pick<Game, "teams" | "moves">} game */
export function gameFigures({ teams, moves }) {
  /** @type {number[][]} */
  const pegs = [...teams].map(() => []);
  const fronts = [...teams].map(() => 0);
  let leader = -1;
  let leads = 0;
  for (const [number, front] of moves) {
    if (front > fronts[number]) pegs[number].push(front - fronts[number]);
    else putBack(pegs[number], fronts[number] - front);
    fronts[number] = front;
    const ahead = fronts.indexOf(Math.max(...fronts));
    const leadsAlone = fronts.filter((front) => front === fronts[ahead]).length === 1;
    if (leadsAlone && ahead !== leader) {
      if (leader >= 0) leads++;
      leader = ahead;
    }
  }
  /** @param {number[]} holes */
  const average = (holes) => (holes.length ? holes.reduce((sum, count) => sum + count, 0) / holes.length : 0);
  return {
    leads,
    pegs: pegs.map((holes) => ({ best: Math.max(0, ...holes), average: average(holes), count: holes.length })),
  };
}

/** Takes holes back from the last of a team's moves.
 * @param {number[]} moves
 * @param {number} holes */
function putBack(moves, holes) {
  while (holes > 0 && moves.length) {
    const last = /** @type {number} */ (moves.pop());
    if (last > holes) moves.push(last - holes);
    holes -= last;
  }
}

/** Draws the graph of a game as SVG of `width` × `height` px; `ink`: colour of lines and numbers.
 * @param {Game} game
 * @param {{ width: number, height: number, ink: string, size?: number }} look */
export function drawGraph({ teams, target, lines, moves }, { width, height, ink, size = GRAPH_TEXT_PX }) {
  const scale = size / GRAPH_TEXT_PX;
  const [left, right] = [GRAPH_MARGIN.left * scale, width - GRAPH_MARGIN.right * scale];
  /** @param {number} step */
  const x = (step) => left + ((right - left) * step) / Math.max(moves.length, 1);
  /** @param {number} hole */
  const y = (hole) =>
    height - GRAPH_MARGIN.bottom - ((height - GRAPH_MARGIN.top - GRAPH_MARGIN.bottom) * hole) / target;
  /** @type {(attributes: Record<string, string | number>, content: string) => SVGTextElement} */
  const text = (attributes, content) =>
    svg(
      "text",
      {
        "font-size": size,
        "font-family": "system-ui, sans-serif",
        "dominant-baseline": "central",
        fill: ink,
        ...attributes,
      },
      content,
    );
  const levels = [0, ...lines.flatMap((line) => line || []), target].flatMap((hole) => [
    svg("line", {
      x1: left,
      x2: right,
      y1: y(hole),
      y2: y(hole),
      stroke: ink,
      "stroke-width": 1,
      "stroke-dasharray": hole && hole !== target ? "4 5" : "",
      opacity: 0.5,
    }),
    text({ x: left - 6, y: y(hole), "text-anchor": "end" }, String(hole)),
  ]);
  const ends = spreadLabels(
    [...teams].map((_, number) => y(finalScore(moves, number))),
    size,
  );
  const curves = [...teams].flatMap((team, number) => [
    svg("path", {
      d: scorePath(moves, number, x, y),
      fill: "none",
      stroke: COLOURS[team],
      "stroke-width": 3 * scale,
      "stroke-linejoin": "round",
      "stroke-dasharray": DASHES[team],
    }),
    text({ x: right + 6, y: ends[number], "font-weight": 700 }, `${team} ${finalScore(moves, number)}`),
  ]);
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": scoresText(teams, moves),
    },
    ...levels,
    ...curves,
  );
}

/** @type {(moves: Move[], number: number) => number} */
const finalScore = (moves, number) => moves.findLast(([team]) => team === number)?.[1] ?? 0;
/** @type {(teams: string, moves: Move[]) => string} */
const scoresText = (teams, moves) =>
  [...teams].map((team, number) => `${teamName(team)} ${finalScore(moves, number)}`).join(", ");

/** Returns the SVG path of a team's score over all moves.
 * @param {Move[]} moves
 * @param {number} number
 * @param {(step: number) => number} x
 * @param {(hole: number) => number} y */
function scorePath(moves, number, x, y) {
  let front = 0;
  const steps = moves.map(([team, to], index) => {
    if (team !== number) return "";
    front = to;
    return `H${x(index + 1)}V${y(front)}`;
  });
  return `M${x(0)} ${y(0)}${steps.join("")}H${x(moves.length)}`;
}

/** Returns the heights, moved apart so that labels of that size do not overlap.
 * @param {number[]} heights
 * @param {number} size */
function spreadLabels(heights, size) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const apart = [...heights];
  order.slice(1).forEach((index, place) => (apart[index] = Math.max(apart[index], apart[order[place]] + size + 2)));
  return apart;
}
