// Messages of the page in the reader's language. messages/LANGUAGE.js is generated from the catalogues in host_tools/i18n.

import { byId } from "./dom.js";
import { firstLanguage, LANGUAGES } from "./language.js";
import { saveSetting } from "./settings-storage.js";

export let language = firstLanguage();

/** @type {Record<string, Record<string, string>>} */
const added = {}; // messages that not every page needs, by language
/** @type {Record<string, string>} */
let messages = await load();

/** Loads the messages of the language.
 * @returns {Promise<Record<string, string>>} */
async function load() {
  const { MESSAGES } = await import(`../messages/${language}.js`);
  return { ...MESSAGES, ...added[language] };
}

/** Adds messages that not every page needs, by language.
 * @param {Record<string, Record<string, string>>} texts */
export function addMessages(texts) {
  for (const [name, some] of Object.entries(texts)) added[name] = { ...added[name], ...some };
  Object.assign(messages, added[language]);
}

let atHome = false;

/** Uses the words of a game at home, where `home.KEY` has others than a tournament's; or a tournament's.
 * @param {boolean} home */
export const useHomeWords = (home) => (atHome = home);

/** Returns the message of `key` with each `{name}` replaced from `values`; the key if there is no message.
 * @param {string} key
 * @param {Record<string, any>} values */
export function t(key, values = {}) {
  const text = (atHome ? messages[`home.${key}`] : undefined) ?? messages[key];
  if (text === undefined) {
    console.error(`no message for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

/** Whether there is a message under a key.
 * @param {string} key */
export const hasMessage = (key) => key in messages;

/** Returns the messages whose keys match a pattern.
 * @param {RegExp} pattern */
export const messagesLike = (pattern) =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => pattern.test(key)));

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
  const keys = Object.keys(messages).filter((key) => key.startsWith(`${group}.`));
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
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length];
}

/** Changes to the next language, and saves it for later visits. */
export async function change() {
  language = nextLanguage();
  messages = await load();
  saveSetting("language", language);
}
