// Controls of both kinds of page: language, the judge's menu, and all that the far side reads turned upside down.

import { change, useHomeWords } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { readSetting, saveSetting } from "./settings-storage.js";

/** Connects the controls: `onLanguage()` is called when the language has changed, `openJudgeMenu()` for that button.
 * @param {{ onLanguage: () => void, openJudgeMenu: () => void }} page */
export function initControls({ onLanguage, openJudgeMenu }) {
  byId("language").onclick = async () => {
    await change();
    onLanguage();
  };
  byId("judge-menu").onclick = openJudgeMenu;
  byId("paper").ontoggle = showPaper;
  byId("skin").value = readSetting("skin", "wood");
  byId("skin").onchange = applySkin;
  applySkin();
  byId("turned").checked = readSetting("turned", "") === "yes";
  byId("turned").onchange = applyTurned;
  applyTurned();
  new MutationObserver(copySaid).observe(byId("said"), { childList: true, characterData: true, subtree: true });
  // A clicked control loses focus: it would take the next Enter, which is meant for the board.
  document.addEventListener("click", (/** @type {any} */ event) => {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const keeps = focused.matches("#preset"); // as where the control has led to it
    if (event.detail && event.target.closest("button, summary, [type=radio]") && !keeps) focused.blur();
  });
}

/** Shows the quick cards where they are open: they are loaded then. */
export async function showPaper() {
  if (byId("paper").open) (await import("./quickcards.js")).showQuickcards();
}

/** Shows whether the player's own board is on, and whether a scenario's board is shown in its place (`staged`).
 * @param {boolean} ownOn
 * @param {boolean} staged */
export function showPower(ownOn, staged) {
  const on = ownOn || staged;
  byId("unpowered").hidden = on;
  byId("watch-stop").hidden = !staged;
  byId("board").classList.toggle("off", !on);
  byId("board").classList.toggle("staged", staged);
}

const MENUS = ["status", "setup", "judge"];

/** Returns whether the board's rules are those of a game at home: nobody signs, and no event is on.
 * @param {BoardState} state */
export const isAtHome = ({ facts }) => facts.at_home;

/** Uses the words of the board's rules. At home the key MENU is there in the board's own menus only.
 * @param {BoardState} state */
export function showView(state) {
  useHomeWords(isAtHome(state));
  byId("board").classList.toggle("home", isAtHome(state) && !state.facts.asking && !MENUS.includes(state.phase));
}

/** Gives the board the look that is chosen, and saves that. */
function applySkin() {
  document.documentElement.dataset.skin = byId("skin").value;
  saveSetting("skin", byId("skin").value);
}

/** Turns the far side as the check box says, and saves that. */
function applyTurned() {
  byId("far").classList.toggle("turned", byId("turned").checked);
  document.body.classList.toggle("turned-round", byId("turned").checked);
  saveSetting("turned", byId("turned").checked ? "yes" : "");
  copySaid();
}

/** Repeats the sentence and its hint for those who read them turned. */
export function copySaid() {
  if (!byId("turned").checked) return;
  for (const copy of document.querySelectorAll(".said-copy"))
    copy.replaceChildren(
      ...[...byId("said").children].map(({ textContent, className }) =>
        html("p", { class: className }, textContent ?? ""),
      ),
    );
}
