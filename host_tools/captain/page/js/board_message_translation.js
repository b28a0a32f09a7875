// Translates the English texts of a board, refusals and notes: they are found by the English messages of the catalogue,
// which are the firmware's. A text that is not found is not translated.

import { englishMessages, t } from "./catalogue.js";

let patterns = null;

/** A refusal or a note of a board, in the reader's language. */
export function translateMessage(text) {
  patterns ??= englishMessages("captain.says").map(([key, message]) => ({ key, ...toPattern(message) }));
  for (const { key, names, form } of patterns) {
    const found = text.match(form);
    if (found) return t(key, Object.fromEntries(names.map((name, at) => [name, found[at + 1]])));
  }
  return text;
}

/** The names of a message's placeholders, in order, and a regular expression that captures their values. */
function toPattern(message) {
  const names = [...message.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
  const parts = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { names, form: new RegExp(`^${parts.join("(.*)")}$`) };
}
