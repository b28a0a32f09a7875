// Main controller of the captain's page: boards on USB, by Web Serial.

import { keepFiles, keepOffline, showOfflineStatus } from "../../js/offline.js";
import { Boards } from "./boards.js";
import { BringUp } from "./bring_up.js";
import { Cards } from "./cards.js";
import { change, fill, t } from "./catalogue.js";
import { Clear } from "./clear.js";
import { beginEvent } from "./event.js";
import { beginSeating } from "./seating.js";
import { faultOf } from "./fault.js";
import { Flash } from "./flash.js";
import { Judge } from "./judge.js";
import { byId, setText } from "./page.js";
import { sharePins } from "./pin_fields.js";
import { Prove } from "./prove.js";
import { prepare } from "./python.js";
import { Results } from "./results.js";
import { Setup } from "./setup.js";

const VIEWS = /** @type {const} */ (["boards", "results", "setup", "judge", "flash", "bring-up"]);
const hasSerial = Boolean(navigator.serial);

const boards = new Boards();
const cards = new Cards(boards);
const setup = new Setup(boards);
const results = new Results(boards);
const judge = new Judge(boards);
const flash = new Flash(boards);
const bringUp = new BringUp(boards);
const prove = new Prove(boards, bringUp);
new Clear(boards);

/** Shows the view that the address names, else the first. */
function showView() {
  if (results.scanned.isResult(location.hash)) history.replaceState(null, "", "#results");
  const named = location.hash.slice(1);
  const shown = VIEWS.find((name) => name === named) ?? VIEWS[0];
  for (const name of VIEWS) byId(`view-${name}`).hidden = name !== shown;
  for (const link of byId("views").querySelectorAll("a")) {
    if (link.hash === `#${shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

/** Shows all texts in the page's language. */
function showTexts() {
  fill();
  setText(byId("without-why"), t(isSecureContext ? "captain.without.browser" : "captain.without.secure"));
  for (const view of [cards, setup, results, judge, flash, bringUp, prove]) view.showTexts();
  flash.offerNewBoards();
  showOfflineStatus();
}

async function connect() {
  try {
    setText(byId("connect-answer"), (await boards.requestPort()) ? "" : t("captain.connect.nothing"));
  } catch (error) {
    setText(byId("connect-answer"), faultOf(error).text);
  }
}

async function refreshSelftests() {
  await Promise.all(boards.all.filter(({ busy }) => !busy).map((board) => board.querySelftest()));
  boards.notifyChange();
}

byId("language").onclick = async () => {
  await change();
  showTexts();
};
byId("connect").onclick = connect;
byId("closely").onclick = refreshSelftests;
addEventListener("hashchange", showView);

byId("without").hidden = hasSerial;
byId("connect").hidden = byId("closely").hidden = !hasSerial;
sharePins();
beginEvent(() => results.showTexts());
beginSeating();
showTexts();
showView();
keepOffline("../sw.js", () => keepFiles("captain/"));
if (hasSerial) prepare();
if (hasSerial) boards.start();
byId("late").hidden = true;
