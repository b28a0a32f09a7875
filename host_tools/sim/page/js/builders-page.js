// Main controller of the page for builders and captains: the board as the device is, with tournaments' rules, displays, power,
// time and scenarios. Its boards are its own: none of those that are played on at home.

import {
  begin,
  chooseBoard,
  clock,
  drawer,
  eraseBoard,
  announcer,
  flash,
  leaveScenario,
  loadScenario,
  ownBoard,
  rename,
  scenarioBoard,
  sendLine,
  state,
  togglePower,
  updateOutputs,
} from "./board-page.js";
import { MESSAGES } from "../messages/more.js";
import { addMessages, t } from "./catalogue.js";
import { addResultLines, resetDevice, showDevice, showDeviceOff } from "./device-panel.js";
import { Displays } from "./displays.js";
import { byId, onUnfold } from "./dom.js";
import { askToErase } from "./erase.js";
import { keepFiles } from "./offline.js";
import { ResultCode } from "./result-code.js";
import { ScenarioStepper } from "./scenario-stepper.js";
import { Setup } from "./setup.js";
import { shared } from "./site-url.js";

addMessages(MESSAGES);

const setup = new Setup({
  chooseBoard,
  sendLine,
  rename,
  onSaved: () => {
    announcer.announce(t("setup.taken"));
    drawer.closeIfCovering();
  },
});
const displays = new Displays(updateOutputs);
const resultCode = new ResultCode();
/** @type {ScenarioStepper} */
const scenarioStepper = new ScenarioStepper({
  load: (text) => loadScenario(text, scenarioStepper),
  step: () => scenarioBoard.step(),
  leave: leaveScenario,
});

const showPaper = onUnfold("paper", async () => (await import("./quickcards.js")).showQuickcards());
byId("power").onclick = togglePower;
byId("script-run").addEventListener("click", () => drawer.closeIfCovering());
byId("wipe").onclick = () => askToErase(flash, Boolean(state?.facts.begun), eraseBoard);
byId("speed").onchange = (/** @type {any} */ event) => (clock.speed = Number(event.target.value));
byId("elsewhere").hidden = shared;
new MutationObserver(() => {
  const on = !byId("board").classList.contains("off");
  byId("power").setAttribute("aria-pressed", String(on && (ownBoard.on || scenarioBoard.on)));
  if (!on) showDeviceOff();
}).observe(byId("board"), { attributeFilter: ["class", "data-loading"] });

begin({
  onStart: ({ presets }) => setup.onStart(presets.map(([name]) => name)),
  onState: (shown) => setup.show(shown),
  onNews({ lines, results }) {
    lines?.forEach((line) => setup.onLine(line));
    if (results) resultCode.add(results);
  },
  show(news) {
    if (news.displays) displays.show(news.displays);
    if (news.results) addResultLines(news.results);
    if (news.state) showDevice(news.state);
  },
  reset: resetDevice,
  translate() {
    scenarioStepper.listExamples();
    setup.makeNameFields();
    showPaper();
  },
  rename() {
    drawer.show(true);
    const fold = /** @type {HTMLDetailsElement} */ (byId("setup").closest("details"));
    fold.open = true;
    byId("names").querySelector("input").select();
  },
  displays: () => displays.count,
});
if ("serial" in navigator && navigator.serviceWorker) keepFiles("captain/");
