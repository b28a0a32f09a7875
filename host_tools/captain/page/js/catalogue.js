// This page's words beside those of the board's page: one catalogue, in the reader's language.

import { language } from "../../js/catalogue.js";
import { MESSAGES as ALL } from "../../messages.js";
import { MESSAGES } from "../messages.js";

for (const [language, words] of Object.entries(MESSAGES)) Object.assign(ALL[language], words);

export { below, change, counted, fill, language, list, minus, t } from "../../js/catalogue.js";

/** Whether there are words under a key. */
export const known = (key) => key in ALL[language];

/** Everything below `group.`, key → words in the first language. */
export const english = (group) => Object.entries(ALL.en).filter(([key]) => key.startsWith(`${group}.`));
