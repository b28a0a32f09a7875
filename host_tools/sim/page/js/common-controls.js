// Controls of both kinds of page: language, the judge's menu, and all that the far side reads turned upside down.

import { change, t, useHomeWords } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { OK } from "./key-input.js";
import { readSetting, saveSetting } from "./settings-storage.js";

/** Connects the controls: `onLanguage()` is called when the language has changed, `openJudgeMenu()` for that button.
 * @param {{ onLanguage: () => void, openJudgeMenu: () => void }} page */
export function initControls({ onLanguage, openJudgeMenu }) {
  byId("language").onclick = async () => {
    await change();
    onLanguage();
  };
  byId("judge-menu").onclick = openJudgeMenu;
  byId("keyboard").ontoggle = listKeys;
  byId("skin").value = readSetting("skin", "wood");
  byId("skin").onchange = applySkin;
  applySkin();
  byId("turned").checked = readSetting("turned", "") === "yes";
  byId("turned").onchange = applyTurned;
  applyTurned();
  new MutationObserver(copySaid).observe(byId("said"), { childList: true, characterData: true, subtree: true });
  // A clicked control loses focus before it acts: it would take the next Enter, which is meant for the board, at once or
  // when the dialog closes that it opens. In a dialog Enter is the dialog's.
  document.addEventListener("click", releaseFocus, { capture: true });
}

/** @param {MouseEvent} event */
function releaseFocus({ detail, target }) {
  const control = /** @type {Element} */ (target).closest("button, summary, [type=radio]");
  if (detail && control && !control.closest("dialog"))
    /** @type {HTMLElement} */ (document.activeElement).blur();
}

/** Lists what the keyboard's keys do: those of the board as their caps say, and the page's own. */
function listKeys() {
  const caps = [...document.querySelectorAll(".cap")].map((cap) => [
    cap.getAttribute("data-key") === String(OK) ? t("keyboard.ok") : cap.getAttribute("aria-keyshortcuts"),
    cap.getAttribute("aria-label"),
  ]);
  const own = ["S", "Esc", "?"].map((key) => [key, t(`keyboard.${key === "?" ? "list" : key}`)]);
  byId("keyboard-keys").replaceChildren(
    ...[...caps, ...own].flatMap(([key, what]) => [
      html("dt", {}, html("kbd", {}, key ?? "")),
      html("dd", {}, what ?? ""),
    ]),
  );
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
