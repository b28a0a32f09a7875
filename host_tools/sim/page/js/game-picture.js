// Picture of a finished game, to be kept: the board with the pegs where they stood at the end, names, score and race.

import { minus, t } from "./catalogue.js";
import { context2d } from "./dom.js";
import { frameOf, GamePlate, pegsOf, svgImage } from "./game-plate.js";
import { drawGraph, gameFigures } from "./graph.js";
import { drawMat, drawScores, INK, QUIET, RED, SANS, SERIF, write } from "./picture-text.js";
import { verdictText } from "./state-text.js";
import { teamName } from "./team-names.js";

const SIZE = { width: 2000, height: 1414 }; // a sheet of paper's proportions
const PLATE = { x: 100, y: 296, width: 1800, height: 664, scale: 2 };
const GRAPH = { x: 100, y: 1000, width: 1160, height: 310 };
const FACTS = { x: 1330, y: 1040, width: 570 };

/** Returns the picture of `game`, which ended with the result `line`, as a PNG. Rejects where a site's policy forbids the
 * page to draw one.
 * @param {Game} game
 * @param {GameLine} line
 * @returns {Promise<Blob>} */
export async function gamePicture(game, line) {
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  const paint = context2d(canvas);
  drawMat(paint, { ...SIZE, inset: 36 });
  write(paint, verdictText(line), {
    x: SIZE.width / 2,
    y: 158,
    size: 96,
    width: 1760,
    font: `700 % ${SERIF}`,
    align: "center",
  });
  drawScores(
    paint,
    game.teams,
    [...game.teams].map((team) => line.scores[team] ?? 0),
    { y: 244, size: 52, width: SIZE.width },
  );
  await drawPlate(paint, game);
  const graph = drawGraph(game, { width: GRAPH.width, height: GRAPH.height, ink: INK, size: 26 });
  paint.drawImage(await svgImage(graph), GRAPH.x, GRAPH.y);
  drawFacts(paint, game, line);
  drawFoot(paint, game);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
  );
}

/** @param {CanvasRenderingContext2D} paint
 * @param {Game} game */
async function drawPlate(paint, game) {
  const plate = new GamePlate(game, PLATE);
  try {
    await plate.drawBoard(paint);
    plate.drawLight(paint, frameOf(game), pegsOf(game));
  } finally {
    plate.remove();
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
  if (level)
    write(paint, t(level > 1 ? "scene.double" : "scene.skunk"), {
      x,
      y: y + 40,
      size: 84,
      width,
      font: `italic 700 % ${SERIF}`,
      ink: RED,
    });
  y += level ? 100 : 20;
  for (const [name, value] of [
    ["leads", minus(leads)],
    ["best", best],
  ]) {
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
