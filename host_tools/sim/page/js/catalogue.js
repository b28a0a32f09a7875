// Messages of the page in the reader's language. messages.js is generated from the catalogues in host_tools/i18n.

import { MESSAGES } from "../messages.js";
import { byId } from "./dom.js";
import { readSetting, saveSetting } from "./settings-storage.js";

/** @type {(language: string) => string | null} */
const available = (language) => (language in MESSAGES ? language : null);
const browserLanguage = () => navigator.languages.map((tag) => available(tag.slice(0, 2))).find(Boolean);

export let language = available(readSetting("language", "")) ?? browserLanguage() ?? "en";

let atHome = false;

/** Uses the words of a game at home, where `home.KEY` has others than a tournament's; or a tournament's.
 * @param {boolean} home */
export const useHomeWords = (home) => (atHome = home);

/** Returns the message of `key` with each `{name}` replaced from `values`; in English what the language lacks, and
 * the key of a message that no language has.
 * @param {string} key
 * @param {Record<string, any>} values */
export function t(key, values = {}) {
  const text = (atHome ? MESSAGES[language][`home.${key}`] : undefined) ?? MESSAGES[language][key] ?? MESSAGES.en[key];
  if (text === undefined) {
    console.error(`no message for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

/** Whether there is a message under a key.
 * @param {string} key */
export const hasMessage = (key) => key in MESSAGES[language];

/** Returns the plural form of the message for `count`.
 * @type {(key: string, count: number, values?: Record<string, any>) => string} */
export const counted = (key, count, values) =>
  t(`${key}.${new Intl.PluralRules(language).select(count) === "one" ? "one" : "other"}`, {
    count: minus(count),
    ...values,
  });

/** Returns a number as text, with a typographic minus sign.
 * @type {(number: number | string) => string} */
export const minus = (number) => String(number).replace("-", "−");

/** Returns names as an enumeration in the page's language: "A, B and C".
 * @param {string[]} names */
export const list = (names) => new Intl.ListFormat(language).format(names);

/** Returns the names that follow `group.` in message keys, in the order of the catalogue.
 * @param {string} group */
export function below(group) {
  const keys = Object.keys(MESSAGES[language]).filter((key) => key.startsWith(`${group}.`));
  return [...new Set(keys.map((key) => key.slice(group.length + 1).split(".")[0]))];
}

/** Fills all elements with messages: data-message="key", and data-messages for a text that is static in all languages, set the text, data-message-NAME="key" the attribute NAME. */
export function fill() {
  document.documentElement.lang = language;
  byId("language").lang = nextLanguage();
  for (const element of document.querySelectorAll("[data-message], [data-messages]"))
    element.textContent = t(element.dataset.message ?? element.dataset.messages);
  for (const name of ["aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[data-message-${name}]`))
      element.setAttribute(name, t(element.getAttribute(`data-message-${name}`)));
  }
}

function nextLanguage() {
  const all = Object.keys(MESSAGES);
  return all[(all.indexOf(language) + 1) % all.length];
}

/** Changes to the next language, and saves it for later visits. */
export function change() {
  language = nextLanguage();
  saveSetting("language", language);
}
