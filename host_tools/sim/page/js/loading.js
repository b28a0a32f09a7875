// Progress of the board's start.

import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";

/** Begins to wait anew for what has been asked for: something has come. */
export function postponeAlarm() {
  for (const alarm of byId("late").getAnimations()) alarm.currentTime = 0;
}

/** Shows stage 0 to 3 of a start, with the message `stage.NAME`; 4: the board is on.
 * @param {number} stage
 * @param {string} [name] */
export function showLoading(stage, name) {
  byId("board").toggleAttribute("data-loading", stage < 4);
  byId("layout").inert = stage < 4;
  byId("progress").value = stage;
  postponeAlarm();
  if (!name) return;
  setText("stage", t(`stage.${name}`));
  byId("late").hidden = name === "elsewhere"; // then it waits as long as the reader likes
}
