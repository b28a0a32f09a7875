// The quick cards on the page: the texts of the printed ones, with keys and lights as pictures.

import { MESSAGES } from "../messages/more.js";
import { addMessages, below, language, t } from "./catalogue.js";
import { byId, html, svg } from "./dom.js";

addMessages(MESSAGES);

const KEYS = /(\+[125]|\b(?:OK|MENU|BACK)\b)/;
const WHITE = 4;
const RADII = [0.35, 0.5, 0.75, 1]; // of a light by its level, in radii of a hole
const STREET = 30;

/** @type {Record<string, { first: number, last: number, lit: [hole: number, colour: number, level: number][] }> | null} */
let signs = null; // by scene; null: not loaded

/** Lists the cards in the page's language, and shows the chosen one. */
export function showQuickcards() {
  const chosen = byId("quickcard-for").value;
  byId("quickcard-for").replaceChildren(
    ...below("quickcard").map((name) => html("option", { value: name }, t(`quickcard.${name}.title`))),
  );
  if (chosen) byId("quickcard-for").value = chosen;
  byId("quickcard-for").onchange = showCard;
  showCard();
  loadSigns();
}

/** Loads the light patterns, and shows the card with them. */
async function loadSigns() {
  if (signs) return;
  const answer = await fetch(new URL("../signs.json", import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  signs = await answer.json();
  showCard();
}

function showCard() {
  const name = byId("quickcard-for").value;
  byId("quickcard").replaceChildren(
    ...below(`quickcard.${name}`)
      .filter((part) => part !== "title")
      .flatMap((part) => cardSection(`quickcard.${name}.${part}`)),
  );
  byId("quickcard-pdf").href = `quickcards/${name}-${language}.pdf`;
}

/** Returns the heading and list of a card's section.
 * @param {string} key */
function cardSection(key) {
  const lines = below(key)
    .filter((line) => line !== "title" && line !== "here")
    .map((line) => html("li", {}, ...signPicture(line), ...withKeys(t(`${key}.${line}`))));
  return [html("h3", {}, t(`${key}.title`)), html("ul", {}, ...lines)];
}

/** Returns a text as nodes, with names of keys drawn as keys.
 * @param {string} text */
const withKeys = (text) =>
  text
    .split(KEYS)
    .map((part) => (KEYS.test(part) ? html("kbd", { class: `key key-${part.replace("+", "")}` }, part) : part));

/** Returns the picture of a line's light pattern, a piece of a track or its four streets; [] for a line without one.
 * @param {string} line */
function signPicture(line) {
  const sign = signs?.[line];
  if (!sign) return [];
  const whole = sign.last - sign.first > STREET;
  /** @param {number} hole */
  const place = (hole) => (whole ? streetPosition(hole) : { x: 6 * (hole - sign.first) + 5, y: 5 });
  const [width, height] = whole ? [6 * STREET + 12, 4 * 8 + 2] : [6 * (sign.last - sign.first) + 10, 10];
  const holes = Array.from({ length: sign.last - sign.first + 1 }, (_, index) =>
    circle(place(sign.first + index), 1.2, "sign-hole"),
  );
  const lit = sign.lit.map(([hole, colour, level]) =>
    circle(place(hole), 2.6 * RADII[level], colour === WHITE ? "sign-white" : "sign-team"),
  );
  return [
    svg(
      "svg",
      { class: "sign", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("rect", { class: "band", width, height, rx: 3 }),
      ...holes,
      ...lit,
    ),
  ];
}

/** @param {number} hole */
function streetPosition(hole) {
  const row = Math.min(Math.floor((hole - 1) / STREET), 3);
  const along = hole - 1 - row * STREET;
  return { x: 6 * (row % 2 ? STREET - 1 - along : along) + 9, y: 8 * row + 5 };
}

/** @type {(centre: { x: number, y: number }, r: number, name: string) => SVGCircleElement} */
const circle = ({ x, y }, r, name) => svg("circle", { class: name, cx: x, cy: y, r });
