// The words of the page, in the reader's language. words.js at the root is made from the catalogues in host_tools/words.

import { WORDS } from "../words.js";
import { keep, setting } from "./settings-storage.js";

const known = (language) => (language in WORDS ? language : null);
const wished = () => navigator.languages.map((tag) => known(tag.slice(0, 2))).find(Boolean);

export let language = known(setting("language", "")) ?? wished() ?? "en";

/** The words under `key`, `{name}` in them replaced by `values`. A key that is not there is an error in the page. */
export function t(key, values = {}) {
  const text = WORDS[language][key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (held, name) => values[name] ?? held);
}

/** The same where the number `count` decides about the form. */
export const counted = (key, count, values) =>
  t(`${key}.${new Intl.PluralRules(language).select(count) === "one" ? "one" : "other"}`, { count: minus(count), ...values });

/** A number with the minus sign of print. */
export const minus = (number) => String(number).replace("-", "−");

export const list = (names) => new Intl.ListFormat(language).format(names);

/** The names that follow `group.` in keys, in the order of the catalogue. */
export function below(group) {
  const keys = Object.keys(WORDS[language]).filter((key) => key.startsWith(`${group}.`));
  return [...new Set(keys.map((key) => key.slice(group.length + 1).split(".")[0]))];
}

/** Writes the words into the elements that ask for them: data-word="key" is the text, data-word-NAME an attribute. */
export function fill() {
  document.documentElement.lang = language;
  document.getElementById("language").lang = other();
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const name of ["aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[data-word-${name}]`)) element.setAttribute(name, t(element.getAttribute(`data-word-${name}`)));
  }
}

function other() {
  const all = Object.keys(WORDS);
  return all[(all.indexOf(language) + 1) % all.length];
}

/** The next language is spoken from now on, here and at the next visit. */
export function change() {
  language = other();
  keep("language", language);
}
