// Layout of the holes on a plate of a given size: the number of holes in a row, and their distances.
//
// A real board has rows of 30, its streets. On a narrow screen shorter rows give larger holes, on a flat one longer rows; a row
// ends where a street does, or a half or a third of one. Rows run to and fro, as on the board.

export const HOLES = 121; // of a real board's track, the game hole included
export const LAP = 120; // holes of a lap of a game that is longer than a track
const ROWS_OF = [60, 30, 15, 10];
const REAL = 30;
const SHORT = 61; // holes of a board that has room for larger ones
const LARGE = 22; // px between two holes, beyond which larger is no better
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
const LOOSE = 3; // greatest distance of two lanes

/** Returns the row length and distances that give the largest holes on `width` × `height` px, as HoleLayout takes them.
 * @param {number} width
 * @param {number} height
 * @param {number} tracks
 * @param {number} last number of the last hole */
export function bestFold(width, height, tracks, last = HOLES) {
  const folds = ROWS_OF.flatMap((per) =>
    [LABELS, GAP].map((gap) => measureFold({ width, height, tracks, last, per, gap })),
  );
  return folds.reduce((best, other) => (other.worth > best.worth ? other : best));
}

/** @param {{ width: number, height: number, tracks: number, last: number, per: number, gap: number }} fold */
function measureFold({ width, height, tracks, last, per, gap }) {
  const rows = Math.max(Math.floor(last / per), 1);
  const columns = per - 1 + GROUP_GAP * (per / GROUP - 1);
  const free = (height - 2 * EDGE) / rows - gap;
  const dx = (width - 2 * MARGIN) / (columns + START + END);
  const pitch = Math.max(Math.min(dx, free / (tracks + 0.1) / LANE), 1);
  const dy = Math.min(free / (tracks + 0.1), LOOSE * pitch);
  const along = Math.min(dx, LARGEST * pitch);
  // Among folds with large enough holes, those like a real board are preferred: rows of 30, numbers above them.
  const worth =
    Math.min(pitch, last > SHORT ? LARGE : 2 * LARGE) * (gap === LABELS ? 1.12 : 1) * (per === REAL ? 1.12 : 1);
  return { width, height, tracks, last, per, rows, gap, pitch, dx: along, dy, columns, worth };
}

/** Coordinates of holes, rows and lines of a fold, in px. */
export class HoleLayout {
  /** @param {ReturnType<typeof bestFold>} folded */
  constructor(folded) {
    const { width, height, tracks, last, per, rows, gap, pitch, dx, dy, columns } = folded;
    this.width = width;
    this.height = height;
    this.tracks = tracks;
    this.last = last;
    this.per = per;
    this.rows = rows;
    this.dx = dx;
    this.dy = dy;
    this.columns = columns;
    this.radius = Math.min(0.38 * pitch, 20);
    this.left = (width - dx * (columns + START + END)) / 2 + START * dx;
    this.right = this.left + columns * dx;
    this.band = dy * (tracks - 1) + 2 * Math.max(0.55 * Math.min(dy, pitch * LANE), this.radius + 2);
    const labels = gap === LABELS ? LABELS : 0;
    const spare = height - rows * this.band - (rows - 1) * gap - labels - 2 * EDGE;
    this.gap = gap + Math.min(Math.max(spare / rows, 0), this.band);
    this.top = Math.max((height - rows * this.band - (rows - 1) * this.gap + labels) / 2, labels + 2);
  }

  /** Returns the row (from 0) of a hole.
   * @param {number} hole */
  row(hole) {
    return Math.min(Math.floor((hole - 1) / this.per), this.rows - 1);
  }

  /** Returns whether a row runs to the right.
   * @param {number} row */
  runsRight(row) {
    return row % 2 === 0;
  }

  /** Returns the centre of a hole; hole 0 is the start hole. A game that is longer than the track goes round again.
   * @param {number} track
   * @param {number} number */
  hole(track, number) {
    const hole = number > this.last ? ((number - 1) % LAP) + 1 : number;
    const row = this.row(Math.max(hole, 1));
    const index = hole - 1 - row * this.per;
    const along = this.#along(index);
    return { x: this.runsRight(row) ? this.left + along : this.right - along, y: this.lane(track, row) };
  }

  /** Returns the y of a track's holes in a row.
   * @param {number} track
   * @param {number} row */
  lane(track, row) {
    return this.rowTop(row) + this.band / 2 + (track - (this.tracks - 1) / 2) * this.dy;
  }

  /** Returns the y of a row's upper edge.
   * @param {number} row */
  rowTop(row) {
    return this.top + row * (this.band + this.gap);
  }

  /** Returns the row of a hole, and the x between it and the next hole, for a skunk line.
   * @param {number} hole */
  gapAfter(hole) {
    const own = this.hole(0, hole);
    const next = this.hole(0, hole + 1);
    const same = this.row(hole) === this.row(hole + 1);
    const step = this.runsRight(this.row(hole)) ? 1 : -1;
    return {
      x: same ? (own.x + next.x) / 2 : own.x + step * Math.max(0.62 * this.dx, this.radius + 4),
      row: this.row(hole),
    };
  }

  /** Returns the distance of the hole with this index in its row from the row's beginning.
   * @param {number} index */
  #along(index) {
    if (index < 0) return index * this.dx;
    if (index >= this.per) return this.columns * this.dx + (index - this.per + 1) * 1.25 * this.dx;
    return (index + GROUP_GAP * Math.floor(index / GROUP)) * this.dx;
  }
}
