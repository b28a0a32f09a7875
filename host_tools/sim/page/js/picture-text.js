// Texts of pictures of a game, on their canvas.

import { COLOURS } from "./graph.js";
import { teamName } from "./team-names.js";

export const INK = "#2b1c10";
export const QUIET = "#6b5640";
export const RED = "#a3221b";
export const SERIF = "Georgia, 'Times New Roman', serif";
export const SANS = "system-ui, sans-serif";

/** Draws the paper that a picture is on, and a frame of brass `inset` dots within it.
 * @param {CanvasRenderingContext2D} paint
 * @param {{ width: number, height: number, inset: number }} mat */
export function drawMat(paint, { width, height, inset }) {
  paint.fillStyle = "#f6eedd";
  paint.fillRect(0, 0, width, height);
  paint.strokeStyle = "#b98a3a";
  for (const [at, line] of [
    [inset, 5 / 36],
    [(inset * 4) / 3, 1.5 / 36],
  ]) {
    paint.lineWidth = Math.max(1, line * inset);
    paint.strokeRect(at, at, width - 2 * at, height - 2 * at);
  }
}

/** Draws each team's name and score beside its colour, in the middle of `width`; that of the `leader` is underlined.
 * @param {CanvasRenderingContext2D} paint
 * @param {string} teams
 * @param {number[]} scores
 * @param {{ y: number, size: number, width: number, leader?: number }} look `y`: of the line that letters stand on */
export function drawScores(paint, teams, scores, { y, size, width, leader = -1 }) {
  const texts = [...teams].map((team, number) => `${teamName(team)}  ${scores[number]}`);
  const widthAt = (/** @type {number} */ at) => {
    paint.font = `600 ${at}px ${SERIF}`;
    return texts.map((text) => paint.measureText(text).width + 1.15 * at);
  };
  const total = (/** @type {number[]} */ widths, /** @type {number} */ at) =>
    widths.reduce((sum, each) => sum + each, 0) + 1.35 * at * (texts.length - 1);
  const fitting = size * Math.min(1, (0.92 * width) / total(widthAt(size), size));
  const [widths, disc] = [widthAt(fitting), 0.385 * fitting];
  let x = (width - total(widths, fitting)) / 2;
  texts.forEach((text, number) => {
    paint.fillStyle = COLOURS[teams[number]];
    paint.beginPath();
    paint.arc(x + disc, y - 0.35 * fitting, disc, 0, 2 * Math.PI);
    paint.fill();
    if (number === leader) paint.fillRect(x, y + 0.22 * fitting, widths[number], 0.11 * fitting);
    write(paint, text, { x: x + 3 * disc, y, size: fitting, width: widths[number], font: `600 % ${SERIF}` });
    x += widths[number] + 1.35 * fitting;
  });
}

/** Writes a text, smaller if it would be wider than `width`; `font` has % for its size.
 * @param {CanvasRenderingContext2D} paint
 * @param {string} text
 * @param {{ x: number, y: number, size: number, width: number, font: string, ink?: string, align?: CanvasTextAlign }} look */
export function write(paint, text, { x, y, size, width, font, ink = INK, align = "left" }) {
  paint.font = font.replace("%", `${size}px`);
  const shrink = Math.min(1, width / paint.measureText(text).width);
  paint.font = font.replace("%", `${size * shrink}px`);
  paint.fillStyle = ink;
  paint.textAlign = align;
  paint.fillText(text, x, y);
}
