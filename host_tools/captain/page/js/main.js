// The captain's page: boards on USB, by Web Serial.

import { keepOffline, speak as speakOffline } from "../../js/offline.js";
import { Boards } from "./boards.js";
import { Cards } from "./cards.js";
import { change, fill, t } from "./catalogue.js";
import { Clear } from "./clear.js";
import { beginEvent } from "./event.js";
import { faultOf } from "./fault.js";
import { Flash } from "./flash.js";
import { Judge } from "./judge.js";
import { at, say } from "./page.js";
import { sharePins } from "./pin_fields.js";
import { Results } from "./results.js";
import { Setup } from "./setup.js";

const VIEWS = ["boards", "results", "setup", "judge", "flash"];
const able = Boolean(navigator.serial);

const boards = new Boards();
const cards = new Cards(boards);
const setup = new Setup(boards);
const results = new Results(boards);
const judge = new Judge(boards);
const flash = new Flash(boards);
new Clear(boards);

/** The view that the address names. */
function view() {
  const named = location.hash.slice(1);
  const shown = VIEWS.includes(named) ? named : VIEWS[0];
  for (const name of VIEWS) at(`view-${name}`).hidden = name !== shown;
  for (const link of at("views").children) {
    if (link.hash === `#${shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

/** All words, in the language of the page. */
function speak() {
  fill();
  say(at("without-why"), t(isSecureContext ? "captain.without.browser" : "captain.without.secure"));
  for (const one of [cards, setup, results, judge, flash]) (one.speak ?? one.show).call(one);
  flash.offerNewBoards();
  speakOffline();
}

async function connect() {
  try {
    say(at("connect-answer"), (await boards.ask()) ? "" : t("captain.connect.nothing"));
  } catch (error) {
    say(at("connect-answer"), faultOf(error).words);
  }
}

async function closely() {
  await Promise.all(boards.all.filter(({ busy }) => !busy).map((board) => board.lookClosely()));
  boards.changed();
}

/** Kept for later visits, once all of it is: it is more than the board's page needs. */
function whole() {
  return new Promise((kept) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => data === "captain kept" && kept());
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep captain"));
  });
}

at("language").onclick = () => {
  change();
  speak();
};
at("connect").onclick = connect;
at("closely").onclick = closely;
addEventListener("hashchange", view);

at("without").hidden = able;
for (const id of ["connect", "closely"]) at(id).hidden = !able;
sharePins();
beginEvent(() => results.speak());
speak();
view();
keepOffline("../sw.js", whole);
if (able) boards.begin();
