// The wooden plate with its holes and what is engraved on it. Where the holes are, the firmware says.

import { t } from "./catalogue.js";
import { svg } from "./svg.js";
import { wood } from "./wood.js";

const MARGIN = { left: 24, right: 17, top: 18, bottom: 18 };
const TEXT_MM = 4.8;
const TEXT_PX = 14.2; // engraved text is never smaller on the screen
const ROMAN = ["I", "II", "III", "IV"];

export class Faceplate {
  /** `geometry` as virtual/live.py gives it; the plate is appended to `host`. */
  constructor(host, geometry) {
    this.geometry = geometry;
    const { left, right, top, bottom } = MARGIN;
    this.box = { x: -left, y: -top, width: geometry.width + left + right, height: geometry.height + top + bottom };
    this.svg = this.#drawing();
    host.replaceChildren(this.svg);
    host.style.setProperty("--ratio", this.box.width / this.box.height);
    new ResizeObserver(() => this.#fitText()).observe(host);
  }

  /** Centre of a hole on the drawing. */
  hole(track, number) {
    const [, x, y] = this.geometry.holes[track][number - 1];
    return { x, y };
  }

  #drawing() {
    const { x, y, width, height } = this.box;
    return svg(
      "svg",
      { viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": t("plate.name", this.geometry) },
      ...wood(this.box),
      ...this.#tracks(),
      ...this.#streets(),
      ...this.#lines(),
      ...this.#ends(),
    );
  }

  #tracks() {
    return this.geometry.holes.flatMap((holes, track) => [
      ...[0, 1, 2, 3].map((street) => this.#lane(track, street)),
      ...[-1, -2].map((step) => svg("circle", { class: "start", cx: step * this.geometry.pitch, cy: this.hole(track, 1).y, r: 1.5 })),
      ...holes.map((_, index) => this.#bore(track, index + 1)),
    ]);
  }

  #lane(track, street) {
    const [from, to] = [this.hole(track, 30 * street + 1), this.hole(track, 30 * street + 30)];
    return svg("line", { class: `lane team-${this.geometry.teams[track]}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  }

  #bore(track, number) {
    const { x, y } = this.hole(track, number);
    const kind = number === 121 ? "bore game" : number === 120 ? "bore stink" : "bore";
    return svg("circle", { class: kind, cx: x, cy: y, r: number === 121 ? 2.9 : 2.1 });
  }

  #streets() {
    return ROMAN.flatMap((numeral, street) => [
      this.#text("street", this.geometry.width - this.geometry.pitch + 12, this.#middle(street), numeral, "middle"),
      ...[5, 10, 15, 20, 25, 30].map((step) => this.#number(30 * street + step)),
    ]);
  }

  #number(hole) {
    if (hole > 110) return ""; // there the stink hole is named
    const kind = hole % 10 ? "number five" : "number";
    return this.#text(kind, this.hole(0, hole).x, this.#above(hole), String(hole), "middle");
  }

  /** The skunk lines lie where one street ends and the next begins. */
  #lines() {
    const end = this.geometry.width - this.geometry.pitch;
    const across = (x1, x2, hole) => svg("line", { class: "skunk", x1, x2, y1: this.#above(hole), y2: this.#above(hole) });
    return [
      across(-8, -1, 61),
      this.#text("skunk-name", 1, this.#above(61), "SS", "start", t("plate.double")),
      across(end + 1, end + 8, 91),
      this.#text("skunk-name", end - 1, this.#above(91), "S", "end", t("plate.skunk")),
    ];
  }

  #ends() {
    const { y } = this.hole(this.geometry.tracks - 1, 121);
    return [
      this.#text("name", -11, this.#above(1), t("plate.start"), "middle"),
      this.#text("name", -3, this.#above(120), t("plate.stink"), "start"),
      this.#text("name", -10, y + 10, t("plate.game"), "start"),
    ];
  }

  #text(kind, x, y, words, anchor, title = "") {
    const text = svg("text", { class: `engraved ${kind}`, x, y, "text-anchor": anchor, "dominant-baseline": "central" }, words);
    if (title) text.append(svg("title", {}, title));
    return text;
  }

  #middle(street) {
    return (this.hole(0, 30 * street + 1).y + this.hole(this.geometry.tracks - 1, 30 * street + 1).y) / 2;
  }

  /** Middle of the gap before a hole's street. */
  #above(hole) {
    return this.hole(0, hole).y - this.geometry.row_gap / 2;
  }

  #fitText() {
    const scale = this.svg.clientWidth / this.box.width;
    if (scale) this.svg.style.setProperty("--text", `${Math.max(TEXT_MM, TEXT_PX / scale)}px`);
    this.svg.classList.toggle("small", scale < 2);
  }
}
