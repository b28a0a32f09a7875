// Messages in the reader's language: this page's own added to those of the board's page.

import { MESSAGES } from "../messages.js";
import { addMessages } from "../../js/catalogue.js";

addMessages(MESSAGES);

export { below, change, counted, fill, hasMessage, language, list, minus, t } from "../../js/catalogue.js";
