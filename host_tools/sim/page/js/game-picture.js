// Picture of a finished game, to be kept: the board with the pegs where they stood at the end, names, score and race.

import { minus, t } from "./catalogue.js";
import { context2d, html } from "./dom.js";
import { Faceplate } from "./faceplate.js";
import { COLOURS, drawGraph, gameFigures } from "./graph.js";
import { HOLES } from "./hole-layout.js";
import { GAMMA, LedRenderer, PEG_COLORS } from "./led-renderer.js";
import { verdictText } from "./state-text.js";
import { teamName } from "./team-names.js";

const SIZE = { width: 2000, height: 1414 }; // a sheet of paper's proportions
const PLATE = { x: 100, y: 296, width: 1800, height: 664 };
const GRAPH = { x: 100, y: 1000, width: 1160, height: 310 };
const FACTS = { x: 1330, y: 1040, width: 570 };
const SCALE = 2; // dots of the picture to a CSS px of the board
const INK = "#2b1c10";
const QUIET = "#6b5640";
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "system-ui, sans-serif";
const STOP_LIGHT = 9; // of 255: a hole where a peg has stood
const FRONT_LIGHT = 120;
const SHOWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-style", "font-weight"];
const GRAIN = /url\("([^"]*)"\)/; // the picture in the background of the plate

/** Returns the picture of `game`, which ended with the result `line`, as a PNG. Rejects where a site's policy forbids the
 * page to draw one.
 * @param {Game} game
 * @param {GameLine} line
 * @returns {Promise<Blob>} */
export async function gamePicture(game, line) {
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  const paint = context2d(canvas);
  drawMat(paint);
  drawHeading(paint, game, line);
  await drawPlate(paint, game);
  const graph = drawGraph(game, { width: GRAPH.width, height: GRAPH.height, ink: INK, size: 26 });
  paint.drawImage(await svgImage(graph), GRAPH.x, GRAPH.y);
  drawFacts(paint, game, line);
  drawFoot(paint, game);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}

/** @param {CanvasRenderingContext2D} paint */
function drawMat(paint) {
  const { width, height } = SIZE;
  paint.fillStyle = "#f6eedd";
  paint.fillRect(0, 0, width, height);
  paint.strokeStyle = "#b98a3a";
  for (const [inset, line] of [[36, 5], [48, 1.5]]) {
    paint.lineWidth = line;
    paint.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  }
}

/** Draws who has won, and below it each team's score beside its colour.
 * @param {CanvasRenderingContext2D} paint
 * @param {Game} game
 * @param {GameLine} line */
function drawHeading(paint, { teams }, line) {
  const middle = SIZE.width / 2;
  write(paint, verdictText(line), { x: middle, y: 158, size: 96, width: 1760, font: `700 % ${SERIF}`, align: "center" });
  const [disc, gap] = [20, 70];
  const texts = [...teams].map((team) => `${teamName(team)}  ${line.scores[team] ?? 0}`);
  paint.font = `600 52px ${SERIF}`;
  const widths = texts.map((text) => paint.measureText(text).width + 3 * disc);
  let x = middle - (widths.reduce((sum, width) => sum + width, 0) + gap * (texts.length - 1)) / 2;
  texts.forEach((text, number) => {
    paint.fillStyle = COLOURS[teams[number]];
    paint.beginPath();
    paint.arc(x + disc, 226, disc, 0, 2 * Math.PI);
    paint.fill();
    write(paint, text, { x: x + 3 * disc, y: 244, size: 52, width: 900, font: `600 % ${SERIF}` });
    x += widths[number] + gap;
  });
}

/** Draws the board as the page does, at a size of its own, on its wood.
 * @param {CanvasRenderingContext2D} paint
 * @param {Game} game */
async function drawPlate(paint, game) {
  const { x, y, width, height } = PLATE;
  const host = html("div", { "aria-hidden": "true" });
  Object.assign(host.style, { position: "fixed", visibility: "hidden", width: `${width / SCALE}px`, height: `${height / SCALE}px` });
  document.body.append(host);
  const plate = new Faceplate(host, geometryOf(game.teams));
  try {
    new LedRenderer(host, plate, SCALE).show(frameOf(game), pegsOf(game));
    inlineStyle(plate.svg);
    plate.svg.setAttribute("viewBox", `0 0 ${width / SCALE} ${height / SCALE}`);
    plate.svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    await drawWood(paint);
    paint.drawImage(await svgImage(plate.svg, SCALE), x, y, width, height);
    paint.drawImage(host.querySelector("canvas"), x, y, width, height);
  } finally {
    plate.remove();
    host.remove();
  }
}

/** Draws the wood of the page's plate, and the brass around it.
 * @param {CanvasRenderingContext2D} paint */
async function drawWood(paint) {
  const { x, y, width, height } = PLATE;
  const { backgroundColor, backgroundImage } = getComputedStyle(document.querySelector(".plate"));
  const grain = GRAIN.exec(backgroundImage);
  paint.save();
  paint.beginPath();
  paint.rect(x, y, width, height);
  paint.shadowColor = "rgb(0 0 0 / .4)";
  paint.shadowBlur = 24;
  paint.shadowOffsetY = 8;
  paint.fillStyle = backgroundColor;
  paint.fill();
  paint.shadowColor = "transparent";
  paint.clip();
  if (grain) paint.drawImage(await imageAt(grain[1]), x, y, width, (width * 2) / 3);
  paint.restore();
  for (const [line, colour] of /** @type {const} */ ([[8, "#4a2d10"], [5, "#b98a3a"]])) {
    paint.lineWidth = line;
    paint.strokeStyle = colour;
    paint.strokeRect(x, y, width, height);
  }
}

/** Draws the game's figures, and of a skunk its name.
 * @param {CanvasRenderingContext2D} paint
 * @param {Game} game
 * @param {GameLine} line */
function drawFacts(paint, game, { level }) {
  const { pegs, leads } = gameFigures(game);
  const best = [...game.teams].map((team, number) => `${teamName(team)} ${pegs[number].best}`).join(", ");
  let { x, y, width } = FACTS;
  if (level) write(paint, t(level > 1 ? "scene.double" : "scene.skunk"), { x, y: y + 40, size: 84, width, font: `italic 700 % ${SERIF}`, ink: "#a3221b" });
  y += level ? 100 : 20;
  for (const [name, value] of [["leads", minus(leads)], ["best", best]]) {
    write(paint, t(`ending.${name}`), { x, y, size: 30, width, font: `400 % ${SANS}`, ink: QUIET });
    write(paint, value, { x, y: y + 46, size: 42, width, font: `700 % ${SERIF}` });
    y += 104;
  }
}

/** Draws the day on which the game ended, and the page's name.
 * @param {CanvasRenderingContext2D} paint
 * @param {Game} game */
function drawFoot(paint, { at }) {
  const look = { y: SIZE.height - 66, size: 28, width: 800, font: `400 % ${SERIF}`, ink: QUIET };
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" });
  if (at) write(paint, day.format(at), { ...look, x: PLATE.x });
  write(paint, t("page.title"), { ...look, x: PLATE.x + PLATE.width, align: "right" });
}

/** Writes a text, smaller if it would be wider than `width`; `font` has % for its size.
 * @param {CanvasRenderingContext2D} paint
 * @param {string} text
 * @param {{ x: number, y: number, size: number, width: number, font: string, ink?: string, align?: CanvasTextAlign }} look */
function write(paint, text, { x, y, size, width, font, ink = INK, align = "left" }) {
  paint.font = font.replace("%", `${size}px`);
  const shrink = Math.min(1, width / paint.measureText(text).width);
  paint.font = font.replace("%", `${size * shrink}px`);
  paint.fillStyle = ink;
  paint.textAlign = align;
  paint.fillText(text, x, y);
}

/** Returns a board with a track for each of these teams, whose LEDs are in the order of the holes.
 * @param {string} teams */
function geometryOf(teams) {
  /** @type {Geometry["holes"][number]} */
  const holes = Array.from({ length: HOLES }, (_, led) => [led, 0, 0]);
  return { tracks: teams.length, teams, holes: [...teams].map(() => holes) };
}

/** Returns a frame in which every hole where a peg has stood glows in its team's colour, the last ones brightly.
 * @param {Game} game */
function frameOf({ teams, moves }) {
  const fronts = pegsOf({ teams, moves }).map(({ front }) => front);
  return [...teams].map((team, number) => {
    const stops = new Set(moves.flatMap(([mover, front]) => (mover === number ? front : [])));
    const color = PEG_COLORS["ABCD".indexOf(team)];
    return Array.from({ length: HOLES }, (_, index) => grbHex(color, index + 1 === fronts[number] ? FRONT_LIGHT : stops.has(index + 1) ? STOP_LIGHT : 0)).join("");
  }).join("\n");
}

/** Returns the GRB bytes in hex of an LED that a screen shows as `color` (#rrggbb), at most `peak` of 255.
 * @param {string} color
 * @param {number} peak */
function grbHex(color, peak) {
  const rgb = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const [red, green, blue] = rgb.map((part) => Math.round(peak * (part / Math.max(...rgb)) ** (1 / GAMMA)));
  return [green, red, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
}

/** Returns where each team's pegs stand at the end.
 * @param {Pick<Game, "teams" | "moves">} game
 * @returns {Pegs[]} */
function pegsOf({ teams, moves }) {
  return [...teams].map((_, number) => {
    const [, front, back] = moves.findLast(([mover]) => mover === number) ?? [number, 0, 0];
    return { front, back };
  });
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
function svgImage(drawing, scale = 1) {
  for (const name of ["width", "height"]) drawing.setAttribute(name, String(scale * Number(drawing.getAttribute(name))));
  return imageAt(`data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`);
}

/** @param {string} url */
async function imageAt(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
