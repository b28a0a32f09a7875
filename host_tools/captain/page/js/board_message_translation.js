// Translates what a board says in English, refusals and notes: they are found by their English words, which stand in
// the catalogue as the firmware has them. What is not found stays as the board said it.

import { english, t } from "./catalogue.js";

let patterns = null;

/** A refusal or a note of a board, in the reader's language. */
export function translateMessage(text) {
  patterns ??= english("captain.says").map(([key, words]) => ({ key, ...pattern(words) }));
  for (const { key, names, form } of patterns) {
    const found = text.match(form);
    if (found) return t(key, Object.fromEntries(names.map((name, at) => [name, found[at + 1]])));
  }
  return text;
}

function pattern(words) {
  const names = [...words.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
  const parts = words.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { names, form: new RegExp(`^${parts.join("(.*)")}$`) };
}
