// Messages of the page in the reader's language. messages.js is generated from the catalogues in host_tools/i18n.

import { MESSAGES } from "../messages.js";
import { keep, setting } from "./settings-storage.js";

const known = (language) => (language in MESSAGES ? language : null);
const wished = () => navigator.languages.map((tag) => known(tag.slice(0, 2))).find(Boolean);

export let language = known(setting("language", "")) ?? wished() ?? "en";

/** Returns the message of `key` with each `{name}` replaced from `values`. Throws for an unknown key. */
export function t(key, values = {}) {
  const text = MESSAGES[language][key];
  if (text === undefined) throw new Error(`no message for ${key}`);
  return text.replace(/\{(\w+)\}/g, (held, name) => values[name] ?? held);
}

/** Returns the plural form of the message for `count`. */
export const counted = (key, count, values) =>
  t(`${key}.${new Intl.PluralRules(language).select(count) === "one" ? "one" : "other"}`, { count: minus(count), ...values });

/** A number with the minus sign of print. */
export const minus = (number) => String(number).replace("-", "−");

export const list = (names) => new Intl.ListFormat(language).format(names);

/** The names that follow `group.` in keys, in the order of the catalogue. */
export function below(group) {
  const keys = Object.keys(MESSAGES[language]).filter((key) => key.startsWith(`${group}.`));
  return [...new Set(keys.map((key) => key.slice(group.length + 1).split(".")[0]))];
}

/** Writes the words into the elements that ask for them: data-message="key" is the text, data-message-NAME an attribute. */
export function fill() {
  document.documentElement.lang = language;
  document.getElementById("language").lang = other();
  for (const element of document.querySelectorAll("[data-message]")) element.textContent = t(element.dataset.message);
  for (const name of ["aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[data-message-${name}]`)) element.setAttribute(name, t(element.getAttribute(`data-message-${name}`)));
  }
}

function other() {
  const all = Object.keys(MESSAGES);
  return all[(all.indexOf(language) + 1) % all.length];
}

/** The next language is spoken from now on, here and at the next visit. */
export function change() {
  language = other();
  keep("language", language);
}
