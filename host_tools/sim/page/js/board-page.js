// Main controller of a page that is a board: its keys, its power, and what stands beside it. guest-page.js is the other kind.

import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { CardGameClient } from "./card-game-client.js";
import { fill, t } from "./catalogue.js";
import { Clock } from "./clock.js";
import { controls, showPower } from "./common-controls.js";
import { Demonstration } from "./demonstration.js";
import { Displays } from "./displays.js";
import { Drawer } from "./drawer.js";
import { say } from "./elements.js";
import { askToErase } from "./erase.js";
import { stop } from "./fault.js";
import { alone, Flash } from "./flash.js";
import { GameOverPanel } from "./game-over-panel.js";
import { arrived } from "./game-url-codec.js";
import { HandCounter } from "./hand-counter.js";
import { BACK, KeyInput, MARGIN_MS, MENU, OK, of, TAP_MS } from "./key-input.js";
import { loading } from "./loading.js";
import { Machine } from "./machine.js";
import { MoveRecorder } from "./move-recorder.js";
import { notice } from "./notice.js";
import * as offline from "./offline.js";
import { quickcards } from "./quickcards.js";
import { ScenarioBoard } from "./scenario-board.js";
import { ScenarioStepper } from "./scenario-stepper.js";
import { keep, setting } from "./settings-storage.js";
import { Setup } from "./setup.js";
import { share } from "./share-game.js";
import { ShareHost } from "./share-host.js";
import { shared } from "./share-socket.js";
import { Sound } from "./sound.js";
import { StatusPanel } from "./status-panel.js";
import { names } from "./team-names.js";
import { TeamPanels } from "./team-panels.js";
import { awake } from "./wake-lock.js";

const OPEN_MS = 1000; // how often the clock in the open drawer moves on
const at = (id) => document.getElementById(id);

const own = new Machine();
const scenarioBoard = new ScenarioBoard({ plugged: () => plugged(), begun, show, fail, left });
let state = null; // of the own board

const panel = new StatusPanel();
const drawer = new Drawer();
const clock = new Clock(pass);
const keys = new KeyInput(pressed);
const teamPanels = new TeamPanels({ keys, hold: (team) => hold(of(team), state.facts.hold_ms + MARGIN_MS) });
const announcer = new Announcer(at("speech"));
const gameOver = new GameOverPanel({ next: () => hold(OK, TAP_MS), wrong: (team) => () => hold(of(team) + BACK, TAP_MS), share });
const shareHost = new ShareHost({ edge: (key, down, who) => keys.remote(key, down, who), hold, replaced });
const boardView = new BoardView();
const setup = new Setup({ choose, send, renamed: () => own.on && own.show() });
const sound = new Sound(at("sound"));
const displays = new Displays(plug);
const step = () => scenarioBoard.step();
const leave = () => scenarioBoard.leave();
const scenarioStepper = new ScenarioStepper({ load: (text) => load(text, scenarioStepper), step, leave });
const dealer = new CardGameClient();
const counter = new HandCounter(dealer);
const demonstration = new Demonstration({ dealer, load: (text) => load(text, demonstration), step, mime: (key) => keys.mime(key), announce: (words) => announcer.mention(words), leave });

let tracks = Number(setting("tracks", "2"));
let flash = new Flash(tracks);
let moveRecorder = new MoveRecorder(`game ${tracks}`);

function powerOn() {
  loading(0, "board");
  own.start({ flash: flash.files(), tracks, ...plugged() });
}

function powerOff(words = t("power.off")) {
  keys.releaseAll();
  own.cut();
  awake(false);
  boardView.dark();
  displays.show([]);
  panel.off(words);
  gameOver.close();
  shareHost.tell({ off: "power", frame: "" });
  say("unpowered-words", words);
  announcer.announce(words);
  showPower(own.on, scenarioBoard.on);
}

/** Another page of this device has the board, and its flash: here it begins with that page's pegs, or not at all. */
function replaced() {
  powerOff(t("phones.replaced"));
  at("power").onclick = at("power-on").onclick = () => location.reload();
}

/** The displays on the board's bus, and the language they speak. */
const plugged = () => ({ displays: displays.count, language: document.documentElement.lang });

function plug() {
  clock.wake();
  own.plug(plugged());
  scenarioBoard.plug();
}

function pass(ms, rested) {
  if (scenarioBoard.on) scenarioBoard.teller.pass(ms);
  return scenarioBoard.on || !own.on || own.advance(ms, rested);
}

function pressed(key, down) {
  clock.wake();
  if (!scenarioBoard.on) own.key(key, down);
}

function hold(key, ms) {
  clock.wake();
  if (!scenarioBoard.on) own.hold(key, ms);
}

function send(text) {
  clock.wake();
  own.send(text);
}

/** Puts the board with that many tracks on the table; false when it is there already. */
function choose(wanted) {
  leave();
  if (wanted === tracks && own.on) return false;
  tracks = wanted;
  keep("tracks", tracks);
  flash = new Flash(tracks);
  moveRecorder = new MoveRecorder(`game ${tracks}`);
  powerOn();
  return true;
}

function load(text, by) {
  clock.wake();
  scenarioBoard.load(text, by);
}

/** A scenario's board is on the table. */
function begun() {
  clock.wake();
  shareHost.tell({ off: "staged" });
  if (scenarioBoard.teller === demonstration) drawer.yield();
  gameOver.close();
}

/** The player's own board is there again. */
function left() {
  shareHost.tell({ off: own.on ? "" : "power" });
  if (own.on) own.show();
  else powerOff();
}

own.addEventListener("news", ({ detail: news }) => {
  if (news.flash) save(news.flash);
  if (news.state) remember(news.state);
  shareHost.tell(news.on ? { ...news, names: names(), off: "" } : news);
  if (!scenarioBoard.on) show(news);
  if (news.on) setup.on(news.presets);
  if (news.state) setup.show(news.state);
  news.lines?.forEach((line) => setup.heard(line));
  if (news.rest && !scenarioBoard.on) clock.rest(drawer.open ? Math.min(news.rest, OPEN_MS) : news.rest);
  if (news.fault) fail(news.fault);
});

/** What is known of the own board also while another one is on the table. */
function remember(told) {
  state = told;
  moveRecorder.hear(told);
  const over = ["game-over", "match-over"].includes(told.phase);
  if (over) shareHost.tell({ game: moveRecorder.game });
  awake(told.facts.begun && !over);
}

function show(news) {
  if (news.stage) loading(news.stage, news.name);
  if (news.on) lay(news);
  if (news.frame !== undefined) boardView.show(news.frame, news.state);
  if (news.displays) displays.show(news.displays);
  if (news.sounds) sound.play(news.sounds);
  if (news.results) panel.add(news.results);
  if (news.state) tell(news.state);
}

function tell(told) {
  keys.on(told.phase);
  teamPanels.show(told);
  if (scenarioBoard.on && demonstration.line) return;
  panel.show(told);
  if (!scenarioBoard.on) announcer.hear(told, panel.last);
  if (!scenarioBoard.on) gameOver.hear(told, moveRecorder.game, panel.last);
}

/** Another board is on the table. */
function lay({ geometry, tones }) {
  loading(4);
  panel.on();
  announcer.on();
  sound.on(tones);
  showPower(own.on, scenarioBoard.on);
  teamPanels.lay(geometry.teams);
  boardView.lay(geometry);
}

function save(changes) {
  try {
    flash.write(changes);
  } catch {
    say("setup-answer", t("setup.full"));
  }
}

function fail(fault) {
  leave();
  loading(4);
  powerOff(t("power.stopped"));
  stop(fault, powerOn);
}

function erase() {
  leave();
  flash.erase();
  powerOn();
}

function flip() {
  leave();
  if (own.on) powerOff();
  else powerOn();
}

/** All words that do not come with the board's next news. */
function speak() {
  fill();
  quickcards();
  scenarioStepper.offer();
  counter.speak();
  setup.speak();
  offline.speak();
  shareHost.speak();
}

function translated() {
  speak();
  plug();
  if (own.on || scenarioBoard.on) (scenarioBoard.on ? scenarioBoard : own).show();
  else say("phase", t("power.off"));
}

function judge() {
  drawer.yield();
  hold(MENU, state.facts.menu_hold_ms + MARGIN_MS);
}

/** A game that came with the address is played once. */
function replay() {
  const scenario = arrived();
  if (scenario) load(scenario, demonstration);
  else if (scenario === null) notice("ending.damaged");
}

at("power").onclick = at("power-on").onclick = flip;
at("script-run").addEventListener("click", () => drawer.yield());
at("wipe").onclick = () => askToErase(flash, state?.facts.begun, erase);
at("speed").onchange = (event) => (clock.speed = Number(event.target.value));
addEventListener("hashchange", replay);

controls({ translated, judge });
speak();
alone(
  () => loading(0, "elsewhere"),
  () => {
    powerOn();
    replay();
    if (shared) shareHost.start();
    else offline.keepOffline();
  },
);
