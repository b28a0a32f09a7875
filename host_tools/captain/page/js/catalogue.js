// Messages in the reader's language: this page's own added to those of the board's page.

import { MESSAGES as ALL } from "../../messages.js";
import { MESSAGES } from "../messages.js";

for (const [language, messages] of Object.entries(MESSAGES)) Object.assign(ALL[language], messages);

export { below, change, counted, fill, hasMessage, language, list, minus, t } from "../../js/catalogue.js";
