// Controls of both kinds of page: language, the judge's menu, and all that the far side reads turned upside down.

import { change } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { readSetting, saveSetting } from "./settings-storage.js";

/** Connects the controls: `onLanguage()` is called when the language has changed, `openJudgeMenu()` for that button.
 * @param {{ onLanguage: () => void, openJudgeMenu: () => void }} page */
export function initControls({ onLanguage, openJudgeMenu }) {
  byId("language").onclick = () => {
    change();
    onLanguage();
  };
  byId("judge-menu").onclick = openJudgeMenu;
  byId("turned").checked = readSetting("turned", "") === "yes";
  byId("turned").onchange = applyTurned;
  applyTurned();
  new MutationObserver(copySaid).observe(byId("said"), { childList: true, characterData: true, subtree: true });
  // A clicked control loses focus: it would take the next Enter, which is meant for the board.
  document.addEventListener("click", (/** @type {any} */ event) => event.detail && event.target.closest("button, summary, [type=radio]") && /** @type {HTMLElement} */ (document.activeElement).blur());
}

/** Shows whether the player's own board is on, and whether a scenario's board is shown in its place (`staged`).
 * @param {boolean} ownOn
 * @param {boolean} staged */
export function showPower(ownOn, staged) {
  const on = ownOn || staged;
  byId("power").setAttribute("aria-pressed", String(on));
  byId("unpowered").hidden = on;
  byId("watch-stop").hidden = !staged;
  byId("board").classList.toggle("off", !on);
  byId("board").classList.toggle("staged", staged);
}

/** Turns the far side as the check box says, and saves that. */
function applyTurned() {
  byId("far").classList.toggle("turned", byId("turned").checked);
  document.body.classList.toggle("turned-round", byId("turned").checked);
  saveSetting("turned", byId("turned").checked ? "yes" : "");
  copySaid();
}

/** Repeats the sentence and its hint for the far side. */
function copySaid() {
  if (byId("turned").checked) byId("said-far").replaceChildren(...[...byId("said").children].map(({ textContent, className }) => html("p", { class: className }, textContent ?? "")));
}
