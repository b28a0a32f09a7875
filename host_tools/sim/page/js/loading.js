// How far the board is from being on.

import { t } from "./catalogue.js";
import { say } from "./elements.js";

const at = (id) => document.getElementById(id);

/** Stage 0 to 3 of a start, `name` its words; or 4 when the board is on. */
export function loading(stage, name) {
  at("board").toggleAttribute("data-loading", stage < 4);
  at("progress").value = stage;
  if (name) say("stage", t(`stage.${name}`));
}
