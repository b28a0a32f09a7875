// How far the board is from being on.

import { say } from "./panel.js";

const at = (id) => document.getElementById(id);

/** Stage 1 to 3 of a start, or 4 when the board is on. */
export function loading(stage, words) {
  at("board").toggleAttribute("data-loading", stage < 4);
  at("progress").value = stage;
  say("stage", words);
}
