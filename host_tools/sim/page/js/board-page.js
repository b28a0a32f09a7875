// Main controller of a page with a board: connects the board, its keys and power, and the panels. guest-page.js is the
// controller of a phone.

import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { CardGameClient } from "./card-game-client.js";
import { fill, t } from "./catalogue.js";
import { Clock } from "./clock.js";
import { CodeScan } from "./code-scan.js";
import { initControls, showPower, showView } from "./common-controls.js";
import { Demonstration } from "./demonstration.js";
import { Displays } from "./displays.js";
import { Drawer } from "./drawer.js";
import { byId, setText } from "./dom.js";
import { askToErase } from "./erase.js";
import { showFault } from "./fault.js";
import { Flash, whenOnlyTab } from "./flash.js";
import { GameOverPanel } from "./game-over-panel.js";
import { takeGameFromUrl } from "./game-url-codec.js";
import { HandCounter } from "./hand-counter.js";
import { HandOver } from "./hand-over.js";
import { JudgePanel } from "./judge-panel.js";
import { BACK, firstKeyOf, KeyInput, keysCounting, MARGIN_MS, MENU, OK, TAP_MS } from "./key-input.js";
import { showLoading } from "./loading.js";
import { Machine } from "./machine.js";
import { MoveRecorder } from "./move-recorder.js";
import { showNotice } from "./notice.js";
import * as offline from "./offline.js";
import { showAddress } from "./public-address.js";
import { showQuickcards } from "./quickcards.js";
import { Race } from "./race.js";
import { randomId } from "./random-id.js";
import { ResultCode } from "./result-code.js";
import { ScenarioBoard } from "./scenario-board.js";
import { ScenarioStepper } from "./scenario-stepper.js";
import { readSetting, saveSetting } from "./settings-storage.js";
import { Setup } from "./setup.js";
import { ShareHost } from "./share-host.js";
import { shared } from "./share-socket.js";
import { Sound } from "./sound.js";
import { verdictText } from "./state-text.js";
import { StatusPanel } from "./status-panel.js";
import { allNames, saveNames, useNames } from "./team-names.js";
import { TeamPanels } from "./team-panels.js";
import { Voice } from "./voice.js";
import { awake } from "./wake-lock.js";
import { WhoPlays } from "./who-plays.js";
import { WinScene } from "./win-scene.js";

const HOME = "casual"; // preset of a new visitor's board
const UID_BYTES = 8; // of a new board
const OPEN_MS = 1000; // how often the clock in the open drawer is updated

const ownBoard = new Machine();
const scenarioBoard = new ScenarioBoard({
  outputSettings: () => ({ ...outputSettings(), clips: 0 }),
  onEnter,
  show: showNews,
  onFault,
  onLeave,
});
/** @type {BoardState | null} */
let state = null; // of ownBoard

const panel = new StatusPanel();
const drawer = new Drawer();
const clock = new Clock(advance);
const keys = new KeyInput(setKey);
const teamPanels = new TeamPanels({
  keys,
  agree: (team) => state && holdKey(firstKeyOf(team), state.facts.hold_ms + MARGIN_MS),
  rename: (team) => whoPlays.open(team),
});
/** @type {Voice} */
const voice = new Voice({
  tell: (text) => announcer.announce(text),
  board: { onClips: () => updateOutputs(), onEnd: (clip) => ownBoard.endClip(clip) },
});
const announcer = new Announcer(voice, tellScore);
const sound = new Sound(byId("sound"));
const gameOver = new GameOverPanel({
  scene: new WinScene((level) => sound.playTune(level)),
  next: () => holdKey(OK, TAP_MS),
  undoFor: (team) => () => holdKey(firstKeyOf(team) + BACK, TAP_MS),
});
const shareHost = new ShareHost({
  onEdge: (key, down, side) => keys.setRemoteKey(key, down, side),
  onHold: holdKey,
  onBegin: beginBoard,
  onReplaced,
});
const judgePanel = new JudgePanel({ side: "A", press: (key) => holdKey(key, TAP_MS) });
const boardView = new BoardView(sound);
const setup = new Setup({ chooseBoard, sendLine, onRename, onSaved });
const whoPlays = new WhoPlays({
  rename,
  addTeam: (teams) => setup.chooseTeams(teams),
  openSetup,
  onAnswer: () => setup.keepPreset(),
});
const displays = new Displays(updateOutputs);
const handOver = new HandOver({
  machine: ownBoard,
  state: () => state,
  game: () => moveRecorder.game,
  chooseBoard,
  rename,
  adopt: (moves) => moveRecorder.adopt(moves),
});
const codeScan = new CodeScan((text) => handOver.take(text));
const resultCode = new ResultCode();
const step = () => scenarioBoard.step();
const leaveScenario = () => scenarioBoard.leave();
/** @type {ScenarioStepper} */
const scenarioStepper = new ScenarioStepper({
  load: (text) => loadScenario(text, scenarioStepper),
  step,
  leave: leaveScenario,
});
const dealer = new CardGameClient();
const counter = new HandCounter(dealer, {
  teams: () => Object.keys(state?.tracks ?? {}).sort(),
  peg,
  muggins: () => Boolean(state?.facts.muggins),
  say: (text) => announcer.sayAloud(text),
  close: () => drawer.closeIfCovering(),
});
/** @type {Demonstration} */
const demonstration = new Demonstration({
  dealer,
  load: (text) => loadScenario(text, demonstration),
  step,
  showPressed: (key) => keys.showPressed(key),
  announce: (text) => announcer.announceIfQuiet(text),
  leave: leaveScenario,
});
/** @type {Race} */
const race = new Race({
  load: (game) => loadScenario(game.scenario, race, game.names),
  step: (count) => scenarioBoard.step(count),
  verdict: () => (panel.last ? verdictText(panel.last) : ""),
  announce: (text) => announcer.announceIfQuiet(text),
  watch: (game) => loadScenario(game.scenario, demonstration, game.names),
});

let tracks = Number(readSetting("tracks", "2"));
let flash = new Flash(tracks);
/** @type {ByTeam<string> | null} */
let scenarioNames = null; // of the scenario that was loaded last, if it has any
let moveRecorder = new MoveRecorder(`game ${tracks}`);

function powerOn() {
  showLoading(0, "board");
  const files = flash.files();
  const fresh = !Object.keys(files).length;
  const preset = fresh ? readSetting("preset", HOME) : undefined;
  ownBoard.start({ flash: files, tracks, preset, uid: fresh ? randomId(UID_BYTES) : undefined, ...outputSettings() });
}

/** Switches the own board off, and shows and announces the reason. */
function powerOff(reason = t("power.off")) {
  keys.releaseAll();
  ownBoard.powerOff();
  voice.stop();
  awake(false);
  boardView.clear();
  displays.show([]);
  panel.showOff(reason);
  gameOver.close();
  shareHost.publish({ off: "power", frame: "" });
  setText("unpowered-words", reason);
  announcer.announce(reason);
  showPower(ownBoard.on, scenarioBoard.on);
}

/** Stops this board for good, as another page of this device now has it and its flash; its power buttons reload the page. */
function onReplaced() {
  powerOff(t("phones.replaced"));
  byId("power").onclick = byId("power-on").onclick = () => location.reload();
}

/** Returns the number of displays to plug in, and of clips that the board's voice has; and the language of both. */
const outputSettings = () => ({
  displays: displays.count,
  clips: voice.clips,
  language: document.documentElement.lang,
});

function updateOutputs() {
  clock.wake();
  ownBoard.setOutputs(outputSettings());
  scenarioBoard.updateOutputs();
}

/** Gives time to the board that is shown; returns whether it has used it. `rested`: nothing was due in it.
 * @param {number} ms
 * @param {boolean} rested */
function advance(ms, rested) {
  if (scenarioBoard.on) scenarioBoard.owner?.onTime(ms);
  return scenarioBoard.on || !ownBoard.on || ownBoard.advance(ms, rested);
}

/** @param {number} key
 * @param {boolean} down */
function setKey(key, down) {
  if (down) boardView.land();
  clock.wake();
  if (!scenarioBoard.on) ownBoard.setKey(key, down);
}

/** @param {number} key
 * @param {number} ms */
function holdKey(key, ms) {
  clock.wake();
  if (!scenarioBoard.on) ownBoard.holdKey(key, ms);
}

/** Pegs a hand that was counted, by the team's keys.
 * @param {string} team
 * @param {number} holes */
function peg(team, holes) {
  for (const key of [...keysCounting(team, holes), OK]) holdKey(key, TAP_MS);
}

/** Has the board's own voice say the score, if it speaks. */
function tellScore() {
  clock.wake();
  ownBoard.tellScore();
}

/** @param {string} text */
function sendLine(text) {
  clock.wake();
  ownBoard.sendLine(text);
}

/** Starts the board with that many tracks; returns false if it is on already.
 * @param {number} wantedTracks */
function chooseBoard(wantedTracks) {
  leaveScenario();
  if (wantedTracks === tracks && ownBoard.on) return false;
  tracks = wantedTracks;
  saveSetting("tracks", String(tracks));
  flash = new Flash(tracks);
  moveRecorder = new MoveRecorder(`game ${tracks}`);
  powerOn();
  return true;
}

/** `names`: of the teams, in place of those at this board.
 * @param {string} text
 * @param {Demonstration | Race | ScenarioStepper} owner
 * @param {ByTeam<string> | null} names */
function loadScenario(text, owner, names = null) {
  clock.wake();
  scenarioNames = names;
  scenarioBoard.load(text, owner);
}

/** Prepares the page for a scenario's board, which is now shown. */
function onEnter() {
  useNames(scenarioNames);
  clock.wake();
  shareHost.publish({ off: "staged" });
  if (scenarioBoard.owner !== scenarioStepper) drawer.closeIfCovering();
  gameOver.close();
}

/** Shows the player's own board again, after a scenario. */
function onLeave() {
  useNames(null);
  shareHost.publish({ off: ownBoard.on ? "" : "power" });
  if (ownBoard.on) ownBoard.requestAll();
  else powerOff();
}

ownBoard.addEventListener("news", (event) => {
  const news = /** @type {CustomEvent<News>} */ (event).detail;
  if (news.flash) saveFlash(news.flash);
  if (news.state) followState(news.state);
  if (news.said) voice.play(news.said);
  shareHost.publish(
    news.on
      ? { ...news, on: { geometry: news.geometry, tones: news.tones, names: allNames() }, off: "" }
      : { ...news, on: undefined },
  );
  if (!scenarioBoard.on) showNews(news);
  if (news.on) setup.onStart(news.presets);
  // They may have been loaded while the board was starting.
  if (news.on && voice.clips) updateOutputs();
  if (news.on) handOver.onStart();
  handOver.follow(news);
  if (news.results) resultCode.add(news.results);
  if (news.state) setup.show(news.state);
  if (news.state) whoPlays.show(news.state);
  news.lines?.forEach((line) => setup.onLine(line));
  if (news.rest && !scenarioBoard.on) clock.sleep(drawer.open ? Math.min(news.rest, OPEN_MS) : news.rest);
  if (news.fault) onFault(news.fault);
});

/** Follows the own board's state, also while a scenario's board is shown.
 * @param {BoardState} newState */
function followState(newState) {
  state = newState;
  moveRecorder.update(newState);
  const over = ["game-over", "match-over"].includes(newState.phase);
  if (over) shareHost.publish({ game: moveRecorder.game });
  awake(newState.facts.begun && !over);
}

/** Shows news of the board that is shown.
 * @param {News} news */
function showNews(news) {
  if (news.stage) showLoading(news.stage, news.name);
  if (news.on) showNewBoard(news);
  if (news.frame !== undefined) boardView.show(news.frame, news.state);
  if (news.displays) displays.show(news.displays);
  if (news.sounds) sound.play(news.sounds);
  if (news.results) panel.addResults(news.results);
  if (news.state) showState(news.state);
}

/** @param {BoardState} shown */
function showState(shown) {
  showView(shown);
  keys.setPhase(shown.phase);
  teamPanels.show(shown);
  judgePanel.show(shown);
  if (scenarioBoard.on && (demonstration.line || race.line)) return;
  panel.show(shown);
  if (!scenarioBoard.on) announcer.update(shown, panel.last);
  if (!scenarioBoard.on) gameOver.update(shown, moveRecorder.game, panel.last);
}

/** Prepares plate, panels and sound for a board that has started or is shown again.
 * @param {StartNews} news */
function showNewBoard({ geometry, tones }) {
  showLoading(4);
  panel.reset();
  announcer.reset();
  sound.setTones(tones);
  showPower(ownBoard.on, scenarioBoard.on);
  teamPanels.setTeams(geometry.teams);
  boardView.setGeometry(geometry);
}

/** @param {FlashChanges} changes */
function saveFlash(changes) {
  try {
    flash.write(changes);
  } catch {
    setText("setup-answer", t("setup.full"));
  }
}

/** Switches the board off after a fault, and offers a restart.
 * @param {BoardFault} fault */
function onFault(fault) {
  leaveScenario();
  showLoading(4);
  powerOff(t("power.stopped"));
  showFault(fault, powerOn);
}

function eraseBoard() {
  leaveScenario();
  flash.erase();
  powerOn();
}

function togglePower() {
  leaveScenario();
  if (ownBoard.on) powerOff();
  else powerOn();
}

/** Shows the board again, with the settings that it has taken. */
function onSaved() {
  announcer.announce(t("setup.taken"));
  drawer.closeIfCovering();
}

function onRename() {
  if (ownBoard.on) ownBoard.requestAll();
}

/** @param {ByTeam<string>} names */
function rename(names) {
  saveNames(names);
  setup.makeNameFields();
  onRename();
}

/** Shows the form of all rules. */
function openSetup() {
  drawer.show(true);
  const fold = /** @type {HTMLDetailsElement} */ (byId("setup").closest("details"));
  fold.open = true;
  fold.scrollIntoView();
  byId("preset").focus();
}

/** Fills in all texts in the page's language that do not come with the board's next news. */
function fillTexts() {
  fill();
  showQuickcards();
  showAddress();
  scenarioStepper.listExamples();
  counter.translate();
  setup.makeNameFields();
  whoPlays.translate();
  offline.showStatus();
  voice.translate();
  shareHost.showStatus();
}

/** Shows everything in another language. */
function onLanguage() {
  fillTexts();
  updateOutputs();
  if (ownBoard.on || scenarioBoard.on) (scenarioBoard.on ? scenarioBoard : ownBoard).requestAll();
  else setText("phase", t("power.off"));
}

function openJudgeMenu() {
  drawer.closeIfCovering();
  if (state) holdKey(MENU, state.facts.menu_hold_ms + MARGIN_MS);
}

/** Takes over the match in the page's URL, or plays the game in it as a race. */
function openLinkInUrl() {
  if (handOver.take(location.hash)) return history.replaceState(null, "", location.pathname + location.search);
  const linked = takeGameFromUrl();
  if (linked) race.begin(linked);
  else if (linked === null) showNotice("ending.damaged");
  return undefined;
}

/** Starts the board when the page is known to be the one that has it. */
function beginBoard() {
  powerOn();
  openLinkInUrl();
}

byId("power").onclick = byId("power-on").onclick = togglePower;
byId("script-run").addEventListener("click", () => drawer.closeIfCovering());
byId("wipe").onclick = () => askToErase(flash, Boolean(state?.facts.begun), eraseBoard);
byId("speed").onchange = (/** @type {any} */ event) => (clock.speed = Number(event.target.value));
addEventListener("hashchange", openLinkInUrl);
byId("hand-over").onclick = () => handOver.begin();
byId("take-over").onclick = () => codeScan.open();

byId("elsewhere").hidden = shared;
initControls({ onLanguage, openJudgeMenu });
fillTexts();
whenOnlyTab(
  () => showLoading(0, "elsewhere"),
  () => {
    if (shared) return shareHost.start();
    beginBoard();
    offline.keepOffline();
    if ("serial" in navigator && navigator.serviceWorker) offline.keepFiles("captain/");
  },
);
