// The quick cards, for those at the board: the words of the paper ones.

import { below, language, t } from "./catalogue.js";
import { html } from "./svg.js";

const at = (id) => document.getElementById(id);

/** Offers the cards in the language of the page, and shows the one chosen. */
export function quickcards() {
  const chosen = at("quickcard-for").value;
  at("quickcard-for").replaceChildren(...below("quickcard").map((name) => html("option", { value: name }, t(`quickcard.${name}.title`))));
  if (chosen) at("quickcard-for").value = chosen;
  at("quickcard-for").onchange = show;
  show();
}

function show() {
  const name = at("quickcard-for").value;
  at("quickcard").replaceChildren(...below(`quickcard.${name}`).filter((part) => part !== "title").flatMap((part) => section(`quickcard.${name}.${part}`)));
  at("quickcard-pdf").href = `quickcards/${name}-${language}.pdf`;
}

function section(key) {
  const lines = below(key).filter((line) => line !== "title").map((line) => html("li", {}, t(`${key}.${line}`)));
  return [html("h2", {}, t(`${key}.title`)), html("ul", {}, ...lines)];
}
