// The wooden plate with its holes and engravings, drawn as SVG to fit its element.

import { t } from "./catalogue.js";
import { svg } from "./dom.js";
import { bestFold, HOLES, HoleLayout, LAP } from "./hole-layout.js";

const TEXT_PX = 14;
/** Names of the skunk lines by level, and the messages about them.
 * @type {[name: string, about: string][]} */
const LINES = [
  ["S", "plate.skunk"],
  ["SS", "plate.double"],
  ["SSS", "plate.triple"],
];

/** The rules that a plate follows: the hole to which a game goes, its skunk lines, and whether holes that it does not reach
 * are left out.
 * @typedef {{ target: number, lines: (number | null)[], short: boolean }} PlateRules */

export class Faceplate extends EventTarget {
  /** @type {PlateRules} */
  #rules = { target: HOLES, lines: [90, 60, null], short: false };

  /** Draws a plate of `geometry` in the element `host`, and again whenever its size changes.
   * @param {HTMLElement} host
   * @param {Pick<Geometry, "tracks" | "teams" | "holes">} geometry */
  constructor(host, geometry) {
    super();
    this.host = host;
    this.geometry = geometry;
    this.svg = svg("svg", { role: "img", "aria-label": t("plate.name", geometry) });
    host.replaceChildren(this.svg);
    this.places = this.#layout();
    this.#draw();
    this.watch = new ResizeObserver(() => this.#redrawIfResized());
    this.watch.observe(host);
  }

  /** Stops following the size of `host`: another plate replaces this one. */
  remove() {
    this.watch.disconnect();
  }

  #redrawIfResized() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width !== this.places.width || height !== this.places.height) this.#redraw();
  }

  /** Draws the plate for a game by other rules.
   * @param {PlateRules} rules */
  setRules({ target, lines, short }) {
    const rules = { target, lines: [...lines], short };
    if (JSON.stringify(rules) === JSON.stringify(this.#rules)) return;
    this.#rules = rules;
    this.#redraw();
  }

  /** Returns the hole nearest to a point of the plate, null if none is near.
   * @param {number} x
   * @param {number} y
   * @returns {{ team: string, hole: number } | null} */
  holeAt(x, y) {
    const { places } = this;
    let best = null;
    let least = Math.max(1.6 * places.radius, 14);
    for (const [track, team] of [...this.geometry.teams].entries())
      for (let hole = 1; hole <= places.last; hole++) {
        const at = places.hole(track, hole);
        const away = Math.hypot(at.x - x, at.y - y);
        if (away < least) [best, least] = [{ team, hole }, away];
      }
    return best;
  }

  /** The last hole that is drawn. */
  get #last() {
    const { target, short } = this.#rules;
    if (target > HOLES) return LAP;
    return short ? target : HOLES;
  }

  #redraw() {
    this.places = this.#layout();
    this.#draw();
    this.dispatchEvent(new Event("drawn"));
  }

  #layout() {
    return new HoleLayout(bestFold(this.host.clientWidth, this.host.clientHeight, this.geometry.tracks, this.#last));
  }

  #draw() {
    const { places } = this;
    this.host.dataset.per = String(places.per);
    for (const name of /** @type {const} */ (["width", "height"])) this.svg.setAttribute(name, String(places[name]));
    const rows = Array.from({ length: places.rows }, (_, row) => row);
    this.svg.replaceChildren(
      brass(),
      ...rows.flatMap((row) => [this.#band(row), ...this.#lanes(row), ...this.#rowEnds(row)]),
      ...this.geometry.holes.flatMap((holes, track) => [
        this.#startHole(track),
        ...holes.slice(0, places.last).map((_, index) => this.#hole(track, index + 1)),
      ]),
      ...this.#rules.lines.flatMap((hole, level) => (hole ? this.#skunkLine(hole, ...LINES[level]) : [])),
      ...this.#numbers(),
    );
  }

  /** Returns the background of a row.
   * @param {number} row */
  #band(row) {
    const { left, right, band, dx } = this.places;
    const pad = 0.75 * dx;
    const last = row === this.places.rows - 1 ? 1.35 * dx : 0;
    const first = row === 0 ? 1.1 * dx : 0;
    return svg("rect", {
      class: "band",
      x: left - pad - last - first,
      y: this.places.rowTop(row),
      width: right - left + 2 * pad + last + first,
      height: band,
      rx: Math.min(band / 2, 10),
    });
  }

  /** Returns each track's line along a row, with arrows in gaps between the groups of five.
   * @param {number} row */
  #lanes(row) {
    const { left, right, per, tracks, dx, radius } = this.places;
    const step = this.places.runsRight(row) ? 1 : -1;
    return Array.from({ length: tracks }, (_, track) => track).flatMap((track) => {
      const y = this.places.lane(track, row);
      const name = `team-${this.geometry.teams[track]}`;
      const arrows =
        per < 10
          ? []
          : [5, per - 5].map((index) => {
              const { x } = this.places.gapAfter(row * per + index);
              const size = Math.min(0.22 * dx + 1, 0.8 * radius, 6);
              return svg("path", {
                class: `arrow ${name}`,
                d: `M${x - step * size} ${y - size}L${x + step * size} ${y}L${x - step * size} ${y + size}z`,
              });
            });
      return [svg("line", { class: `lane ${name}`, x1: left, y1: y, x2: right, y2: y }), ...arrows];
    });
  }

  /** @param {number} track */
  #startHole(track) {
    const { x, y } = this.places.hole(track, 0);
    return svg("circle", { class: "start", cx: x, cy: y, r: 0.75 * this.places.radius });
  }

  /** @param {number} track
   * @param {number} number */
  #hole(track, number) {
    const { x, y } = this.places.hole(track, number);
    const game = this.#game;
    const kind = number === game ? "bore game" : number === game - 1 ? "bore stink" : "bore";
    const wide = number === game && number % this.places.per === 1 ? 1.3 : 1;
    return svg("circle", { class: kind, cx: x, cy: y, r: this.places.radius * wide });
  }

  /** The hole that ends the game; of one of two laps its place in the second. */
  get #game() {
    const { target } = this.#rules;
    return target > HOLES ? ((target - 1) % LAP) + 1 : target;
  }

  /** Returns the tracks' letters at the beginning of a row, and the number of its last hole at its end.
   * @param {number} row */
  #rowEnds(row) {
    const forward = this.places.runsRight(row);
    const { left, right, dx, per, rows } = this.places;
    const [west, east] = [left - 0.75 * dx - (row === 0 ? 1.1 * dx : 0), right + 0.75 * dx];
    const letters = [...this.geometry.teams].map((team, track) =>
      this.#letter(team, track, row, forward ? west : east, forward),
    );
    if (row === rows - 1) return letters;
    const hole = per * (row + 1);
    const x = forward ? east : left - 0.75 * dx;
    return [
      ...letters,
      this.#text("number", x + (forward ? 5 : -5), this.#middle(row), String(hole), forward ? "start" : "end"),
    ];
  }

  /** Returns a track's letter; if lanes are close together, every second letter is further out.
   * @param {string} team
   * @param {number} track
   * @param {number} row
   * @param {number} x
   * @param {boolean} forward */
  #letter(team, track, row, x, forward) {
    const aside = this.places.dy < TEXT_PX - 1 && track % 2 ? 13 : 0;
    const away = 4 + aside;
    return this.#text(
      `letter team-${team}`,
      x + (forward ? -away : away),
      this.places.lane(track, row),
      team,
      forward ? "end" : "start",
    );
  }

  /** Returns a skunk line after `hole`, and its name: above it, or where there are no numbers on a tag on the line.
   * @param {number} hole
   * @param {string} name
   * @param {string} about */
  #skunkLine(hole, name, about) {
    const { x, row } = this.places.gapAfter(hole);
    const top = this.places.rowTop(row);
    const over = Math.min(5, this.places.gap / 2);
    const line = svg(
      "line",
      { class: "skunk", x1: x, x2: x, y1: top - over, y2: top + this.places.band + over },
      svg("title", {}, t(about)),
    );
    if (this.#hasNumbers) return [line, this.#text("skunk-name", x, top - 11, name, "middle")];
    const y = this.#middle(row) - (hole % this.places.per ? 0 : TEXT_PX);
    const width = 7 * name.length + 6;
    const tag = svg("rect", {
      class: "tag",
      x: x - width / 2,
      y: y - TEXT_PX / 2 - 1,
      width,
      height: TEXT_PX + 2,
      rx: 3,
    });
    return [line, tag, this.#text("skunk-name", x, y, name, "middle")];
  }

  /** Returns the numbers above the rows, and the names of start and game hole; none if there is no room. */
  #numbers() {
    if (!this.#hasNumbers) return [];
    const every = this.places.dx > 9 ? 5 : 10;
    const { target, lines } = this.#rules;
    const numbers = Array.from(
      { length: Math.floor(this.places.last / every) },
      (_, index) => every * (index + 1),
    ).filter((hole) => hole % this.places.per && !lines.includes(hole));
    /** @param {number} hole */
    const top = (hole) => this.places.rowTop(this.places.row(hole)) - 10;
    /** @param {number} hole */
    const position = (hole) => this.places.hole(0, hole);
    const game = this.#game;
    const name = target > HOLES ? t("plate.game_lap", { target }) : t("plate.game");
    const named = [
      this.#text("name", position(0).x - 0.4 * this.places.dx, top(1), t("plate.start"), "start"),
      this.#text("name", position(game).x - this.places.radius, top(game), name, "start"),
    ];
    /** @param {number} hole */
    const clear = (hole) =>
      Math.abs(position(hole).x - position(game).x) > 130 || this.places.row(hole) !== this.places.row(game);
    return [
      ...numbers.filter(clear).map((hole) => this.#text("number", position(hole).x, top(hole), String(hole), "middle")),
      ...named,
    ];
  }

  get #hasNumbers() {
    return this.places.gap > 15;
  }

  /** @param {number} row */
  #middle(row) {
    return this.places.rowTop(row) + this.places.band / 2;
  }

  /** @param {string} kind
   * @param {number} x
   * @param {number} y
   * @param {string} content
   * @param {string} anchor */
  #text(kind, x, y, content, anchor) {
    return svg(
      "text",
      { class: `engraved ${kind}`, x, y, "text-anchor": anchor, "dominant-baseline": "central" },
      content,
    );
  }
}

/** Returns the gradients of brass rims and drilled holes. */
const brass = () =>
  svg(
    "defs",
    {},
    svg(
      "linearGradient",
      { id: "brass", x1: 0, y1: 0, x2: 1, y2: 1 },
      svg("stop", { offset: 0, "stop-color": "#fff0c0" }),
      svg("stop", { offset: 0.45, "stop-color": "#b98a3a" }),
      svg("stop", { offset: 1, "stop-color": "#6d4a14" }),
    ),
    svg(
      "radialGradient",
      { id: "drilled", cy: 0.62 },
      svg("stop", { offset: 0.5, "stop-color": "#050201" }),
      svg("stop", { offset: 1, "stop-color": "#3a2413" }),
    ),
  );
