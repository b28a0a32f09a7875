// Controls common to both kinds of page: language, the judge's menu, the far side turned round.

import { change } from "./catalogue.js";
import { keep, setting } from "./settings-storage.js";

const at = (id) => document.getElementById(id);

/** `translated()` is called when the page speaks another language, `judge()` when the judge's menu is asked for. */
export function controls({ translated, judge }) {
  at("language").onclick = () => {
    change();
    translated();
  };
  at("judge-menu").onclick = judge;
  at("turned").checked = setting("turned", "") === "yes";
  at("turned").onchange = turn;
  turn();
  // After a click on it a control would take the next Enter, which is meant for the board.
  document.addEventListener("click", (event) => event.detail && event.target.closest("button, summary, [type=radio]") && document.activeElement.blur());
}

/** Whether the own board is on, and whether another one is staged before it. */
export function showPower(own, staged) {
  const on = own || staged;
  at("power").setAttribute("aria-pressed", on);
  at("unpowered").hidden = on;
  at("watch-stop").hidden = !staged;
  at("board").classList.toggle("off", !on);
  at("board").classList.toggle("staged", staged);
}

function turn() {
  at("far").classList.toggle("turned", at("turned").checked);
  keep("turned", at("turned").checked ? "yes" : "");
}
