// The languages that the page has, as it says itself (host_tools/i18n fills that in), and the one in which it begins.

import { readSetting } from "./settings-storage.js";

export const LANGUAGES = (document.documentElement.dataset.languages ?? "en").split(" ");

/** @type {(language: string) => string | null} */
const available = (language) => (LANGUAGES.includes(language) ? language : null);

/** Returns the language that was chosen here, or else the first of the browser's that the page has. */
export const firstLanguage = () =>
  available(readSetting("language", "")) ??
  navigator.languages.map((tag) => available(tag.slice(0, 2))).find(Boolean) ??
  LANGUAGES[0];
