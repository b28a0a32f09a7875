// Layout of the holes on a plate of a given size: how many are in a row, and how far apart.
//
// A real board has rows of 30. A narrow screen shows larger holes when the rows are shorter, a flat one when they are
// longer. Rows run to and fro, as on the board.

export const HOLES = 121;
const ROWS_OF = [60, 30, 20, 15, 10];
const REAL = 30;
const LARGE = 22; // px between two holes that nobody can miss
const GROUP = 5;
const GROUP_GAP = 0.6; // between groups of five, in pitches
const START = 2.1; // room for the start holes and the game hole at the left of the rows, in pitches
const END = 0.75; // room at the right of the rows
const MARGIN = 33; // px at both ends of a row, for letters and numbers
const EDGE = 7; // px above the first row and below the last
const LABELS = 21; // px above a row for its hole numbers
const GAP = 9; // px between rows without them
const LANE = 1.16; // least distance of two lanes, in pitches
const LARGEST = 1.5; // greatest distance of two holes, in pitches of a hole
const LOOSE = 1.8; // greatest distance of two lanes

/** The fold that has the largest holes on `width` × `height` px. */
export function fold(width, height, tracks) {
  const folds = ROWS_OF.flatMap((per) => [LABELS, GAP].map((gap) => measured({ width, height, tracks, per, gap })));
  return folds.reduce((best, one) => (one.worth > best.worth ? one : best));
}

function measured({ width, height, tracks, per, gap }) {
  const rows = 120 / per;
  const columns = per - 1 + GROUP_GAP * (per / GROUP - 1);
  const free = (height - 2 * EDGE) / rows - gap;
  const dx = (width - 2 * MARGIN) / (columns + START + END);
  const pitch = Math.min(dx, free / (tracks + 0.1) / LANE);
  const dy = Math.min(free / (tracks + 0.1), LOOSE * pitch);
  const along = Math.min(dx, LARGEST * pitch);
  // Holes that are large enough leave the choice to what is like a real board: rows of 30, numbers above them.
  const worth = Math.min(pitch, LARGE) * (gap === LABELS ? 1.12 : 1) * (per === REAL ? 1.12 : 1);
  return { width, height, tracks, per, rows, gap, pitch, dx: along, dy, columns, worth };
}

/** Holes, rows and lines of a fold, in px. */
export class HoleLayout {
  constructor(folded) {
    Object.assign(this, folded);
    const { width, height, dx, dy, columns, rows, tracks, pitch } = folded;
    this.radius = Math.min(0.36 * pitch, 13);
    this.left = (width - dx * (columns + START + END)) / 2 + START * dx;
    this.right = this.left + columns * dx;
    this.band = dy * (tracks - 1) + 2 * Math.max(0.55 * Math.min(dy, pitch * LANE), this.radius + 2);
    const labels = folded.gap === LABELS ? LABELS : 0;
    const spare = height - rows * this.band - (rows - 1) * folded.gap - labels - 2 * EDGE;
    this.gap += Math.min(Math.max(spare / rows, 0), this.band / 2);
    this.top = Math.max((height - rows * this.band - (rows - 1) * this.gap + labels) / 2, labels + 2);
  }

  row(hole) {
    return Math.min(Math.floor((hole - 1) / this.per), this.rows - 1);
  }

  /** Whether a row runs to the right. */
  forward(row) {
    return row % 2 === 0;
  }

  /** Centre of a hole; hole 0 is the front start hole, 121 the game hole. */
  hole(track, number) {
    const row = this.row(Math.max(number, 1));
    const index = number - 1 - row * this.per;
    const along = this.#along(index);
    return { x: this.forward(row) ? this.left + along : this.right - along, y: this.lane(track, row) };
  }

  lane(track, row) {
    return this.rowTop(row) + this.band / 2 + (track - (this.tracks - 1) / 2) * this.dy;
  }

  rowTop(row) {
    return this.top + row * (this.band + this.gap);
  }

  /** Between a hole and the one after it, where a skunk line is. */
  after(hole) {
    const one = this.hole(0, hole);
    const next = this.hole(0, hole + 1);
    const same = this.row(hole) === this.row(hole + 1);
    const step = this.forward(this.row(hole)) ? 1 : -1;
    return { x: same ? (one.x + next.x) / 2 : one.x + step * Math.max(0.62 * this.dx, this.radius + 4), row: this.row(hole) };
  }

  #along(index) {
    if (index < 0) return index * this.dx;
    if (index >= this.per) return this.columns * this.dx + (index - this.per + 1) * 1.25 * this.dx;
    return (index + GROUP_GAP * Math.floor(index / GROUP)) * this.dx;
  }
}
