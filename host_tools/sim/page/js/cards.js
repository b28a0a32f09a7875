// The quick cards, for those at the board: the words of the paper ones.

import { below, language, t } from "./catalogue.js";
import { html } from "./svg.js";

const at = (id) => document.getElementById(id);

/** Offers the cards in the language of the page, and shows the one chosen. */
export function cards() {
  const chosen = at("card-for").value;
  at("card-for").replaceChildren(...below("card").map((name) => html("option", { value: name }, t(`card.${name}.title`))));
  if (chosen) at("card-for").value = chosen;
  at("card-for").onchange = show;
  show();
}

function show() {
  const name = at("card-for").value;
  at("card").replaceChildren(...below(`card.${name}`).filter((part) => part !== "title").flatMap((part) => section(`card.${name}.${part}`)));
  at("card-pdf").href = `cards/${name}-${language}.pdf`;
}

function section(key) {
  const lines = below(key).filter((line) => line !== "title").map((line) => html("li", {}, t(`${key}.${line}`)));
  return [html("h3", {}, t(`${key}.title`)), html("ul", {}, ...lines)];
}
