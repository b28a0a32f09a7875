// Something the reader should know, over the table until it is put away.

import { t } from "./catalogue.js";

const at = (id) => document.getElementById(id);

/** Shows the words under `key`. */
export function notice(key) {
  at("notice").hidden = false;
  at("notice-words").textContent = t(key);
  at("notice-close").onclick = () => (at("notice").hidden = true);
}
