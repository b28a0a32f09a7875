// What every page with a board does: it connects the board, its keys and light, and the panels that home and builders share.
// home-page.js and builders-page.js add the rest, each as a part; guest-page.js is the controller of a phone.

import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { fill, t } from "./catalogue.js";
import { Clock } from "./clock.js";
import { initControls, showPower, showView } from "./common-controls.js";
import { Drawer } from "./drawer.js";
import { byId, onUnfold, setText } from "./dom.js";
import { showFault } from "./fault.js";
import { Flash, whenOnlyTab } from "./flash.js";
import { GameOverPanel } from "./game-over-panel.js";
import { HOLES } from "./hole-layout.js";
import { BACK, firstKeyOf, KeyInput, keysCounting, MARGIN_MS, MENU, OK, TAP_MS } from "./key-input.js";
import { JudgePanel } from "./judge-panel.js";
import { showLoading } from "./loading.js";
import { Machine } from "./machine.js";
import { MoveRecorder, usePresets } from "./move-recorder.js";
import { showNotice } from "./notice.js";
import { keepOffline, showOfflineStatus } from "./offline.js";
import { showAddress } from "./public-address.js";
import { randomId } from "./random-id.js";
import { ScenarioBoard } from "./scenario-board.js";
import { askToPersist, readSetting, saveSetting, whenNotKept } from "./settings-storage.js";
import { ShareHost } from "./share-host.js";
import { shared } from "./site-url.js";
import { Sound } from "./sound.js";
import { verdictText } from "./state-text.js";
import { StatusPanel } from "./status-panel.js";
import { allNames, saveNames, useNames } from "./team-names.js";
import { TeamPanels } from "./team-panels.js";
import { Voice } from "./voice.js";
import { awake } from "./wake-lock.js";
import { WinScene } from "./win-scene.js";

/** What a page adds to the board: `onStart(news)` when a board has started, `onState(state)` and `onNews(news)` of the own
 * board, `show(news)` of the board that is shown, `translate()` when texts are filled in, `rename(team)` for a tap on a name, `hold(team)` for one on a score,
 * `deal(seat)` for whose deal it is;
 * `displays()` is how many displays the board has, `sentence(state)` and `rules(state)` what is said in place of the board's own
 * sentence and rules.
 * @typedef {{ onStart?: (news: StartNews) => void, onState?: (state: BoardState) => void, onNews?: (news: News) => void,
 *   show?: (news: News) => void, reset?: () => void, translate?: () => void, rename?: (team: string) => void,
 *   displays?: () => number, hold?: (team: string) => void, deal?: (seat: number) => void, rules?: (state: BoardState) => string,
 *   sentence?: (state: BoardState) => { phase: string, hint: string } | null }} Part */

const NEW_BOARD = byId("preset") ? "acc" : "casual"; // preset of a new board, on the page for builders and at home
const UID_BYTES = 8; // of a new board
const OPEN_MS = 1000; // how often the clock in the open drawer is updated

export const ownBoard = new Machine();
export const scenarioBoard = new ScenarioBoard({
  outputSettings: () => ({ ...outputSettings(), clips: 0 }),
  onEnter,
  show: showNews,
  onFault,
  onLeave,
});
/** @type {BoardState | null} */
export let state = null; // of ownBoard
/** @type {Part[]} */
const parts = [];

export const panel = new StatusPanel();
export const drawer = new Drawer();
export const clock = new Clock(advance);
export const keys = new KeyInput(setKey, (key) => parts.forEach((part) => part.hold?.("ABCD"[key >> 2])));
const teamPanels = new TeamPanels({
  keys,
  agree: (team) => state && holdKey(firstKeyOf(team), state.facts.hold_ms + MARGIN_MS),
  rename: (team) => parts.forEach((part) => part.rename?.(team)),
  deal: byId("preset") ? undefined : (seat) => parts.forEach((part) => part.deal?.(seat)),
  hold: byId("preset") ? undefined : (team) => parts.forEach((part) => part.hold?.(team)),
});
/** @type {Voice} */
const voice = new Voice({
  tell: (text) => announcer.announce(text),
  board: { onClips: () => updateOutputs(), onEnd: (clip) => ownBoard.endClip(clip) },
});
export const announcer = new Announcer(voice, tellScore);
const sound = new Sound(byId("sound"));
export const gameOver = new GameOverPanel({
  scene: new WinScene((level) => sound.playTune(level)),
  next: () => holdKey(OK, TAP_MS),
  undoFor: (team) => () => holdKey(firstKeyOf(team) + BACK, TAP_MS),
});
const shareHost = new ShareHost({
  onEdge: (key, down, side) => keys.setRemoteKey(key, down, side),
  onHold: holdKey,
  onBegin: beginBoard,
  onReplaced: () => stopForGood(t("phones.replaced")),
});
const judgePanel = new JudgePanel({ side: "A", press: (key) => holdKey(key, TAP_MS) });
export const boardView = new BoardView(sound);
export let tracks = Number(readSetting("tracks", "2"));
export let flash = new Flash(tracks);
/** @type {ByTeam<string> | null} */
let scenarioNames = null; // of the scenario that was loaded last, if it has any
export let moveRecorder = new MoveRecorder(`game ${tracks}`);

export function powerOn() {
  showLoading(0, "board");
  drawPlate("ABCD".slice(0, tracks));
  const files = flash.files();
  const fresh = !Object.keys(files).length;
  const preset = fresh ? readSetting("preset", NEW_BOARD) : undefined;
  ownBoard.start({ flash: files, tracks, preset, uid: fresh ? randomId(UID_BYTES) : undefined, ...outputSettings() });
}

/** Draws a board that has yet to start: where holes and keys stand the page knows without it.
 * @param {string} teams */
function drawPlate(teams) {
  byId("board").classList.toggle("home", NEW_BOARD === "casual");
  teamPanels.setTeams(teams);
  boardView.setGeometry({ tracks: teams.length, teams, holes: Array(teams.length).fill(Array(HOLES).fill([])) });
}

let stopped = false; // whether another page has the board

/** Switches the own board off, and shows and announces the reason. */
export function powerOff(reason = t("power.off")) {
  keys.releaseAll();
  ownBoard.powerOff();
  voice.stop();
  awake(false);
  boardView.clear();
  for (const part of parts) part.show?.({ displays: [] });
  panel.showOff(reason);
  gameOver.close();
  shareHost.publish({ off: "power", frame: "" });
  setText("unpowered-words", reason);
  announcer.announce(reason);
  showPower(ownBoard.on, scenarioBoard.on);
}

/** Stops this board for good, as another page of this device now has it and its flash; its power buttons reload the page.
 * @param {string} reason */
function stopForGood(reason) {
  leaveScenario();
  powerOff(reason);
  setText("power-on", t("stage.use_here"));
  stopped = true;
}

/** Returns the number of displays to plug in, and of clips that the board's voice has; and the language of both. */
const outputSettings = () => ({
  displays: parts.reduce((count, part) => part.displays?.() ?? count, 0),
  clips: voice.clips,
  language: document.documentElement.lang,
});

export function updateOutputs() {
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
export function holdKey(key, ms) {
  clock.wake();
  if (!scenarioBoard.on) ownBoard.holdKey(key, ms);
}

/** Pegs a hand that was counted, by the team's keys.
 * @param {string} team
 * @param {number} holes */
export function peg(team, holes) {
  for (const key of [...keysCounting(team, holes), OK]) holdKey(key, TAP_MS);
}

/** Has the board's own voice say the score, if it speaks. */
function tellScore() {
  clock.wake();
  ownBoard.tellScore();
}

/** @param {string} text */
export function sendLine(text) {
  clock.wake();
  ownBoard.sendLine(text);
}

/** Starts the board with that many tracks; returns false if it is on already.
 * @param {number} wantedTracks */
export function chooseBoard(wantedTracks) {
  leaveScenario();
  if (wantedTracks === tracks && ownBoard.on) return false;
  tracks = wantedTracks;
  saveSetting("tracks", String(tracks));
  flash = new Flash(tracks);
  moveRecorder = new MoveRecorder(`game ${tracks}`);
  powerOn();
  return true;
}

/** Loads a scenario onto a second board, which is shown. `names`: of the teams, in place of those at this board.
 * @param {string} text
 * @param {import("./scenario-board.js").ScenarioOwner} owner
 * @param {ByTeam<string> | null} names */
export function loadScenario(text, owner, names = null) {
  clock.wake();
  scenarioNames = names;
  scenarioBoard.load(text, owner);
}

/** Shows the player's own board again. */
export function leaveScenario() {
  scenarioBoard.leave();
}

/** Prepares the page for a scenario's board, which is now shown. */
function onEnter() {
  useNames(scenarioNames);
  clock.wake();
  shareHost.publish({ off: "staged" });
  if (!scenarioBoard.owner?.beside) drawer.closeIfCovering();
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
  if (news.flash) flash.write(news.flash);
  if (news.state) followState(news.state);
  if (news.said) voice.play(news.said);
  shareHost.publish(
    news.on
      ? {
          ...news,
          on: { geometry: news.geometry, tones: news.tones, names: allNames() },
          game: moveRecorder.game,
          off: "",
        }
      : { ...news, on: undefined },
  );
  if (!scenarioBoard.on) showNews(news);
  // They may have been loaded while the board was starting.
  if (news.on && voice.clips) updateOutputs();
  if (news.on) usePresets(news.presets);
  if (news.on && !shared) keepOfflineOnce();
  if (news.on) handOver?.onStart();
  handOver?.follow(news);
  if (news.results?.length) askToPersist();
  for (const part of parts) {
    if (news.on) part.onStart?.(news);
    if (news.state) part.onState?.(news.state);
    part.onNews?.(news);
  }
  if (news.rest && !scenarioBoard.on) clock.sleep(drawer.open ? Math.min(news.rest, OPEN_MS) : news.rest);
  if (news.notFetched) showNotice("page.not_fetched");
  if (news.fault) onFault(news.fault);
});

/** Follows the own board's state, also while a scenario's board is shown.
 * @param {BoardState} newState */
function followState(newState) {
  state = newState;
  const before = moveRecorder.game;
  moveRecorder.update(newState);
  if (moveRecorder.game !== before) shareHost.publish({ game: moveRecorder.game });
  const over = ["game-over", "match-over"].includes(newState.phase);
  awake(newState.facts.begun && !over);
}

/** Shows news of the board that is shown.
 * @param {News} news */
function showNews(news) {
  if (news.stage) showLoading(news.stage, news.name);
  if (news.on) showNewBoard(news);
  if (news.frame !== undefined) boardView.show(news.frame, news.state);
  if (news.sounds) sound.play(news.sounds);
  if (news.results) panel.addResults(news.results);
  for (const part of parts) part.show?.(news);
  if (news.state) showState(news.state);
}

/** @param {BoardState} shown */
function showState(shown) {
  showView(shown);
  keys.setPhase(shown.phase);
  teamPanels.show(shown);
  judgePanel.show(shown);
  if (scenarioBoard.on && scenarioBoard.owner?.line) return;
  const own = scenarioBoard.on ? undefined : parts.find((part) => part.sentence);
  panel.show(shown, own?.sentence?.(shown), own?.rules);
  if (!scenarioBoard.on) announcer.update(shown, panel.last);
  if (!scenarioBoard.on) gameOver.update(shown, moveRecorder.game, panel.last);
}

/** Prepares plate, panels and sound for a board that has started or is shown again.
 * @param {StartNews} news */
function showNewBoard({ geometry, tones }) {
  showLoading(4);
  panel.reset();
  for (const part of parts) part.reset?.();
  announcer.reset();
  sound.setTones(tones);
  showPower(ownBoard.on, scenarioBoard.on);
  teamPanels.setTeams(geometry.teams);
  boardView.setGeometry(geometry);
}

/** Switches the board off after a fault, and offers a restart.
 * @param {BoardFault} fault */
function onFault(fault) {
  leaveScenario();
  showLoading(4);
  powerOff(t("power.stopped"));
  showFault(fault, powerOn);
}

/** Begins anew on an empty flash. */
export function eraseBoard() {
  leaveScenario();
  flash.erase();
  powerOn();
}

export function togglePower() {
  if (stopped) return location.reload();
  leaveScenario();
  return ownBoard.on ? powerOff() : powerOn();
}

/** @param {ByTeam<string>} names */
export function rename(names) {
  saveNames(names);
  if (ownBoard.on) ownBoard.requestAll();
}

/** Fills in all texts in the page's language that do not come with the board's next news. */
function fillTexts() {
  fill();
  showAddress();
  for (const part of parts) part.translate?.();
  counter?.translate();
  showOfflineStatus();
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

// What not every game needs is loaded when it is opened.

/** @type {import("./hand-counter.js").HandCounter | null} */
let counter = null;
/** Loads what counts hands. */
async function loadCounter() {
  const [{ HandCounter }, { CardGameClient }] = await Promise.all([
    import("./hand-counter.js"),
    import("./card-game-client.js"),
  ]);
  counter ??= new HandCounter(new CardGameClient(), {
    teams: () => Object.keys(state?.tracks ?? {}).sort(),
    peg,
    muggins: () => Boolean(state?.facts.muggins),
    say: (text) => announcer.sayAloud(text),
    close: () => drawer.closeIfCovering(),
  });
  return counter;
}
onUnfold("counter", async () => {
  const [fold, scrolled] = [byId("counter"), byId("drawer")];
  fold.scrollIntoView();
  const { scrollTop } = scrolled;
  await (await loadCounter()).open();
  // The pack has made it longer. Who has moved on meanwhile is left there.
  if (fold.open && scrolled.scrollTop === scrollTop) fold.scrollIntoView();
});

/** @type {import("./demonstration.js").Demonstration | null} */
let demonstration = null;
/** Loads what shows games on a second board.
 * @returns {Promise<import("./demonstration.js").Demonstration>} */
async function loadDemonstration() {
  const [{ Demonstration }, { CardGameClient }] = await Promise.all([
    import("./demonstration.js"),
    import("./card-game-client.js"),
  ]);
  demonstration ??= new Demonstration({
    dealer: new CardGameClient(),
    load: (text) => loadScenario(text, /** @type {any} */ (demonstration)),
    step: () => scenarioBoard.step(),
    showPressed: (key) => keys.showPressed(key),
    announce: (text) => announcer.announceIfQuiet(text),
  });
  return demonstration;
}
byId("watch-start").onclick = async () => (await loadDemonstration()).start();

/** @type {import("./race.js").Race | null} */
let race = null;
/** Plays a game as a race on a second board.
 * @param {import("./game-url-codec.js").LinkedGame} linked */
export async function showRace(linked) {
  const [{ Race }, watching] = await Promise.all([import("./race.js"), loadDemonstration()]);
  race ??= new Race({
    load: (game) => loadScenario(game.scenario, /** @type {any} */ (race), game.names),
    step: (count) => scenarioBoard.step(count),
    verdict: () => (panel.last ? verdictText(panel.last) : ""),
    announce: (text) => announcer.announceIfQuiet(text),
    watch: (game) => loadScenario(game.scenario, watching, game.names),
  });
  race.begin(linked);
}

/** @type {import("./hand-over.js").HandOver | null} */
let handOver = null;
/** Loads what hands a match to another device.
 * @returns {Promise<import("./hand-over.js").HandOver>} */
async function loadHandOver() {
  const { HandOver } = await import("./hand-over.js");
  if (handOver) return handOver;
  handOver = new HandOver({
    machine: ownBoard,
    state: () => state,
    game: () => moveRecorder.game,
    chooseBoard,
    rename,
    adopt: (moves) => moveRecorder.adopt(moves),
  });
  if (ownBoard.on) handOver.onStart();
  return handOver;
}
byId("hand-over").onclick = async () => (await loadHandOver()).begin();
byId("take-over").onclick = async () => {
  const [{ CodeScan }, taking] = await Promise.all([import("./code-scan.js"), loadHandOver()]);
  new CodeScan((text) => taking.take(text)).open();
};

/** Whether the page was opened by a link to a match or a game: who follows one is not asked who plays. */
export const openedByLink = location.hash.length > 1;

/** Takes over the match in the page's URL, or plays the game in it as a race. */
async function openLinkInUrl() {
  const fragment = location.hash;
  if (fragment.length < 2) return;
  history.replaceState(null, "", location.pathname + location.search);
  if ((await loadHandOver()).take(fragment)) return;
  const { unpackGame } = await import("./game-url-codec.js");
  const linked = unpackGame(fragment);
  if (linked) showRace(linked);
  else showNotice("ending.damaged");
}

/** Starts the board when the page is known to be the one that has it. */
function beginBoard() {
  powerOn();
  openLinkInUrl();
  if (readSetting("handed over", "")) loadHandOver();
}

let kept = false; // whether the page's files are being kept

/** Keeps the page for visits without a network, once the board is on: until then its files come first. */
function keepOfflineOnce() {
  if (!kept) keepOffline();
  kept = true;
}

/** Begins, with what the page adds.
 * @param {Part[]} added */
export function begin(...added) {
  parts.push(...added);
  byId("power-on").onclick = togglePower;
  byId("watch-stop").onclick = leaveScenario;
  addEventListener("hashchange", openLinkInUrl);
  initControls({ onLanguage, openJudgeMenu });
  fillTexts();
  whenNotKept(() => showNotice("page.not_kept"));
  whenOnlyTab({
    onWait: (takeIt) => {
      showLoading(0, "elsewhere");
      byId("use-here").hidden = false;
      byId("use-here").onclick = takeIt;
    },
    onTaken: () => stopForGood(t("stage.taken")),
    begin: () => {
      byId("use-here").hidden = true;
      if (shared) return shareHost.start();
      beginBoard();
    },
  });
}
