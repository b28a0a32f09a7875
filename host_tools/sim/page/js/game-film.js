// Film of a finished game, to be kept: a GIF of about ten seconds, in which the pegs race again. Its pictures are drawn one
// by one and given their times, so it is the same on a slow device. A GIF, because every browser can make and every
// messenger can show one.

import { GIFEncoder, applyPalette, quantize } from "../gifenc/gifenc.esm.js";
import { minus, t } from "./catalogue.js";
import { context2d } from "./dom.js";
import { FRONT_LIGHT, frameOf, GamePlate, pegsOf } from "./game-plate.js";
import { gameFigures } from "./graph.js";
import { HOLES } from "./hole-layout.js";
import { drawMat, drawScores, QUIET, RED, SANS, SERIF, write } from "./picture-text.js";
import { verdictText } from "./state-text.js";

const SIZE = { width: 800, height: 450 };
const PLATE = { x: 26, y: 82, width: 748, height: 306, scale: 1 };
const START_MS = 700;
const RACE_MS = 6000;
const SKUNK_MS = 900;
const LAP_MS = 1600;
const END_MS = 1700;
const SHORTEST_MS = 20; // a shorter time is shown as a tenth of a second by most viewers
const HALVES = 90; // so many moves are shown on their way, too
const LAP_SHOTS = 20;
const COMET = 8; // holes of the light that runs around at the end, brightest first
const COLOURS = 255; // one more means: as in the picture before
const SAMPLES = 6; // pictures that the colours are chosen from
const SAMPLED = 3; // every third dot of those

/** One picture of the film: pegs and light after `moves`, for `ms`; `light` as frameOf takes it; `changed`: the lead is
 * another's since the move before; `over`: the game has ended; `skunk`: its level is written across the board.
 * @typedef {{ moves: Move[], ms: number, light?: Map<number, number>[], changed?: boolean, over?: boolean, skunk?: number }} Shot */

/** Returns the film of `game`, which ended with the result `line`, as a GIF. `onProgress` takes the part that is done, 0 to 1.
 * Rejects where a site's policy forbids the page to draw.
 * @param {Game} game
 * @param {GameLine} line
 * @param {(part: number) => void} onProgress
 * @returns {Promise<Blob>} */
export async function gameFilm(game, line, onProgress) {
  const plate = new GamePlate(game, PLATE);
  try {
    const stage = await makeStage(plate);
    const shots = shotsOf(game, line);
    const draw = (/** @type {Shot} */ shot) => drawShot(stage, plate, game, line, shot);
    const palette = quantize(sampleOf(shots, draw), COLOURS);
    const gif = GIFEncoder();
    /** @type {Uint8Array | null} */
    let before = null;
    for (const [number, shot] of shots.entries()) {
      const dots = applyPalette(draw(shot), palette);
      gif.writeFrame(before ? unchangedLeftOut(dots, before) : dots, SIZE.width, SIZE.height, {
        palette: before ? undefined : [...palette, [0, 0, 0]],
        delay: shot.ms,
        transparent: Boolean(before),
        transparentIndex: COLOURS,
        dispose: 1,
      });
      before = dots;
      onProgress((number + 1) / shots.length);
      await new Promise((goOn) => setTimeout(goOn)); // the page answers meanwhile
    }
    gif.finish();
    return new Blob([gif.bytesView()], { type: "image/gif" });
  } finally {
    plate.remove();
  }
}

/** Returns the film's pictures in their order.
 * @param {Game} game
 * @param {GameLine} line
 * @returns {Shot[]} */
function shotsOf({ teams, moves }, { winner, level }) {
  const perMove = moves.length <= HALVES ? 2 : 1;
  const ms = Math.max(SHORTEST_MS, Math.round(RACE_MS / Math.max(moves.length, 1) / perMove / 10) * 10);
  const race = moves.flatMap((_, index) => {
    const [before, after] = [moves.slice(0, index), moves.slice(0, index + 1)];
    const landed = {
      moves: after,
      ms,
      changed: gameFigures({ teams, moves: after }).leads > gameFigures({ teams, moves: before }).leads,
    };
    return perMove > 1 ? [{ moves: [...before, halfway(before, moves[index])], ms }, landed] : [landed];
  });
  const lap = Array.from({ length: LAP_SHOTS }, (_, number) => ({
    moves,
    ms: LAP_MS / LAP_SHOTS,
    light: lapLight(teams, winner ?? "", (number + 1) / LAP_SHOTS),
    over: true,
  }));
  const skunk = level ? [{ moves, ms: SKUNK_MS, over: true, skunk: level }] : [];
  return [{ moves: [], ms: START_MS }, ...race, ...skunk, ...lap, { moves, ms: END_MS, over: true }];
}

/** Returns the move with its front peg halfway from where it stood before.
 * @param {Move[]} before
 * @param {Move} move
 * @returns {Move} */
function halfway(before, [team, front, back]) {
  const [, from] = before.findLast(([mover]) => mover === team) ?? [team, 0];
  return [team, Math.round((from + front) / 2), back];
}

/** Returns the light that runs around the winner's track, at that part of its way.
 * @param {string} teams
 * @param {string} winner
 * @param {number} part */
function lapLight(teams, winner, part) {
  const head = Math.round(part * HOLES);
  const tail = Array.from(
    { length: COMET },
    (_, behind) => /** @type {[number, number]} */ ([head - behind, FRONT_LIGHT * (1 - behind / COMET) ** 2]),
  );
  return [...teams].map((team) => new Map(team === winner ? tail : []));
}

/** Returns two canvases: of what is the same in all pictures, and of one.
 * @param {GamePlate} plate */
async function makeStage(plate) {
  const [still, film] = [0, 1].map(() => Object.assign(document.createElement("canvas"), SIZE));
  const paint = context2d(still);
  drawMat(paint, { ...SIZE, inset: 9 });
  await plate.drawBoard(paint);
  write(paint, t("page.title"), {
    x: PLATE.x + PLATE.width,
    y: 424,
    size: 17,
    width: 360,
    font: `400 % ${SERIF}`,
    ink: QUIET,
    align: "right",
  });
  return {
    still,
    paint: /** @type {CanvasRenderingContext2D} */ (film.getContext("2d", { willReadFrequently: true })),
  };
}

/** Draws a picture; returns its dots (RGBA).
 * @param {{ still: HTMLCanvasElement, paint: CanvasRenderingContext2D }} stage
 * @param {GamePlate} plate
 * @param {Game} game
 * @param {GameLine} line
 * @param {Shot} shot */
function drawShot({ still, paint }, plate, { teams }, line, { moves, light, changed, over, skunk }) {
  const pegs = pegsOf({ teams, moves });
  paint.drawImage(still, 0, 0);
  plate.drawLight(paint, frameOf({ teams, moves }, light), pegs);
  const fronts = pegs.map(({ front }) => front);
  drawScores(paint, teams, fronts, { y: 56, size: 34, width: SIZE.width, leader: leaderOf(fronts) });
  const leads = `${t("ending.leads")}  ${minus(gameFigures({ teams, moves }).leads)}`;
  const foot = { x: PLATE.x, y: 424, size: over ? 24 : 19, width: 420 };
  if (over) write(paint, verdictText(line), { ...foot, font: `700 % ${SERIF}` });
  else write(paint, leads, { ...foot, font: `${changed ? 700 : 400} % ${SANS}`, ink: changed ? RED : QUIET });
  if (skunk) drawSkunk(paint, skunk);
  return paint.getImageData(0, 0, SIZE.width, SIZE.height).data;
}

/** Returns the number of the team that leads alone, -1 for none.
 * @param {number[]} fronts */
function leaderOf(fronts) {
  const most = Math.max(...fronts);
  return fronts.indexOf(most) === fronts.lastIndexOf(most) ? fronts.indexOf(most) : -1;
}

/** Writes a skunk's name across the board, on its stripe.
 * @param {CanvasRenderingContext2D} paint
 * @param {number} level */
function drawSkunk(paint, level) {
  const middle = PLATE.y + PLATE.height / 2;
  for (const [ink, half] of /** @type {const} */ ([
    ["#111", 46],
    ["#fff", 38],
    ["#111", 30],
  ])) {
    paint.fillStyle = ink;
    paint.fillRect(PLATE.x, middle - half, PLATE.width, 2 * half);
  }
  write(paint, t(level > 1 ? "scene.double" : "scene.skunk"), {
    x: SIZE.width / 2,
    y: middle + 15,
    size: 46,
    width: 700,
    font: `italic 700 % ${SERIF}`,
    ink: "#fff",
    align: "center",
  });
}

/** Returns dots of some of the pictures, from which the film's colours are chosen.
 * @param {Shot[]} shots
 * @param {(shot: Shot) => Uint8ClampedArray} draw */
function sampleOf(shots, draw) {
  const chosen = Array.from(
    { length: SAMPLES },
    (_, number) => shots[Math.round((number * (shots.length - 1)) / (SAMPLES - 1))],
  );
  const thinned = chosen.map((shot) => new Uint32Array(draw(shot).buffer).filter((_, dot) => dot % SAMPLED === 0));
  const sample = new Uint32Array(thinned.reduce((sum, { length }) => sum + length, 0));
  thinned.reduce((at, dots) => (sample.set(dots, at), at + dots.length), 0);
  return new Uint8Array(sample.buffer);
}

/** Returns the dots with those that are as before left out: COLOURS is their number then.
 * @param {Uint8Array} dots
 * @param {Uint8Array} before */
const unchangedLeftOut = (dots, before) => dots.map((colour, dot) => (colour === before[dot] ? COLOURS : colour));
