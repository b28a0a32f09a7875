// Messages in the reader's language: this page's own added to those of the board's page.

import { language } from "../../js/catalogue.js";
import { MESSAGES as ALL } from "../../messages.js";
import { MESSAGES } from "../messages.js";

for (const [language, messages] of Object.entries(MESSAGES)) Object.assign(ALL[language], messages);

export { below, change, counted, fill, language, list, minus, t } from "../../js/catalogue.js";

/** Whether there is a message under a key. */
export const hasMessage = (key) => key in ALL[language];

/** All English messages whose keys begin with `group.`, as [key, message]. */
export const englishMessages = (group) => Object.entries(ALL.en).filter(([key]) => key.startsWith(`${group}.`));
