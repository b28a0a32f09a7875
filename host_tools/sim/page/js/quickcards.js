// The quick cards, for those at the board: the words of the paper ones, with its keys and lights as pictures.

import { below, language, t } from "./catalogue.js";
import { html, svg } from "./elements.js";

const KEYS = /(\+[125]|\b(?:OK|MENU|BACK)\b)/;
const WHITE = 4;
const RADII = [0.35, 0.5, 0.75, 1]; // of a light by its level, in radii of a hole
const STREET = 30;
const at = (id) => document.getElementById(id);

let signs = null; // scene → its first and last hole, and what is lit

/** Offers the cards in the language of the page, and shows the one chosen. */
export function quickcards() {
  const chosen = at("quickcard-for").value;
  at("quickcard-for").replaceChildren(...below("quickcard").map((name) => html("option", { value: name }, t(`quickcard.${name}.title`))));
  if (chosen) at("quickcard-for").value = chosen;
  at("quickcard-for").onchange = show;
  at("paper").ontoggle = () => at("paper").open && load();
  show();
}

/** The lights' pictures come when somebody looks at a card. */
async function load() {
  if (signs) return;
  const answer = await fetch(new URL("../signs.json", import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  signs = await answer.json();
  show();
}

function show() {
  const name = at("quickcard-for").value;
  at("quickcard").replaceChildren(...below(`quickcard.${name}`).filter((part) => part !== "title").flatMap((part) => section(`quickcard.${name}.${part}`)));
  at("quickcard-pdf").href = `quickcards/${name}-${language}.pdf`;
}

function section(key) {
  const lines = below(key).filter((line) => line !== "title").map((line) => html("li", {}, ...picture(line), ...keyed(t(`${key}.${line}`))));
  return [html("h3", {}, t(`${key}.title`)), html("ul", {}, ...lines)];
}

/** The names of keys look like keys. */
const keyed = (words) => words.split(KEYS).map((part) => (KEYS.test(part) ? html("kbd", { class: `key key-${part.replace("+", "")}` }, part) : part));

/** The lights of a scene: a piece of a track, or its four streets. */
function picture(line) {
  const sign = signs?.[line];
  if (!sign) return [];
  const whole = sign.last - sign.first > STREET;
  const place = (hole) => (whole ? streets(hole) : { x: 6 * (hole - sign.first) + 5, y: 5 });
  const [width, height] = whole ? [6 * STREET + 12, 4 * 8 + 2] : [6 * (sign.last - sign.first) + 10, 10];
  const holes = Array.from({ length: sign.last - sign.first + 1 }, (_, index) => spot(place(sign.first + index), 1.2, "sign-hole"));
  const lit = sign.lit.map(([hole, colour, level]) => spot(place(hole), 2.6 * RADII[level], colour === WHITE ? "sign-white" : "sign-team"));
  return [svg("svg", { class: "sign", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, svg("rect", { class: "band", width, height, rx: 3 }), ...holes, ...lit)];
}

function streets(hole) {
  const row = Math.min(Math.floor((hole - 1) / STREET), 3);
  const along = hole - 1 - row * STREET;
  return { x: 6 * (row % 2 ? STREET - 1 - along : along) + 9, y: 8 * row + 5 };
}

const spot = ({ x, y }, r, name) => svg("circle", { class: name, cx: x, cy: y, r });
