// A notice over the board, until the reader closes it.

import { t } from "./catalogue.js";
import { byId } from "./dom.js";

/** Shows the message of `key`.
 * @param {string} key */
export function showNotice(key) {
  byId("notice").hidden = false;
  byId("notice-words").textContent = t(key);
  byId("notice-close").onclick = () => (byId("notice").hidden = true);
}
