// The table: a board, its keys, its power, and what stands beside it. joined.js is the other kind of page.

import { awake } from "./awake.js";
import { fill, t } from "./catalogue.js";
import { Chronicle } from "./chronicle.js";
import { Clock } from "./clock.js";
import { controls, showPower } from "./controls.js";
import { Counter } from "./counter.js";
import { Dealer } from "./dealer.js";
import { Drawer } from "./drawer.js";
import { Ending } from "./ending.js";
import { askToErase } from "./erase.js";
import { stop } from "./fault.js";
import { alone, Flash, keep, setting } from "./flash.js";
import { BACK, Keys, MARGIN_MS, MENU, OK, of, TAP_MS } from "./keys.js";
import { loading } from "./loading.js";
import { Machine } from "./machine.js";
import { names } from "./names.js";
import { notice } from "./notice.js";
import * as offline from "./offline.js";
import { Panel, say } from "./panel.js";
import { Phones } from "./phones.js";
import { Plate } from "./plate.js";
import { quickcards } from "./quickcards.js";
import { arrived } from "./replay.js";
import { shared } from "./relay.js";
import { Script } from "./script.js";
import { Seats } from "./seats.js";
import { Setup } from "./setup.js";
import { share } from "./share.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Voice } from "./voice.js";
import { Watch } from "./watch.js";

const OPEN_MS = 1000; // how often the clock in the open drawer moves on
const at = (id) => document.getElementById(id);

const own = new Machine();
const stage = new Stage({ begun, show, fail, left });
let state = null; // of the own board

const panel = new Panel();
const drawer = new Drawer();
const clock = new Clock(pass);
const keys = new Keys(pressed);
const seats = new Seats({ keys, hold: (team) => hold(of(team), state.facts.hold_ms + MARGIN_MS) });
const voice = new Voice(at("speech"));
const ending = new Ending({ next: () => hold(OK, TAP_MS), wrong: (team) => () => hold(of(team) + BACK, TAP_MS), share });
const phones = new Phones({ edge: (key, down, who) => keys.remote(key, down, who), hold, replaced });
const plate = new Plate();
const setup = new Setup({ choose, send, renamed: () => own.on && own.show() });
const sound = new Sound(at("sound"));
const step = () => stage.step();
const leave = () => stage.leave();
const script = new Script({ load: (text) => load(text, script), step, leave });
const dealer = new Dealer();
const counter = new Counter(dealer);
const watch = new Watch({ dealer, load: (text) => load(text, watch), step, mime: (key) => keys.mime(key), announce: (words) => voice.mention(words), leave });

let tracks = Number(setting("tracks", "2"));
let flash = new Flash(tracks);
let chronicle = new Chronicle(`game ${tracks}`);

function powerOn() {
  loading(0, "board");
  own.start({ flash: flash.files(), tracks });
}

function powerOff(words = t("power.off")) {
  keys.releaseAll();
  own.cut();
  awake(false);
  plate.dark();
  panel.off(words);
  ending.close();
  phones.tell({ off: "power", frame: "" });
  say("unpowered-words", words);
  voice.announce(words);
  showPower(own.on, stage.on);
}

/** Another page of this device has the board, and its flash: here it begins with that page's pegs, or not at all. */
function replaced() {
  powerOff(t("phones.replaced"));
  at("power").onclick = at("power-on").onclick = () => location.reload();
}

function pass(ms, rested) {
  if (stage.on) stage.teller.pass(ms);
  return stage.on || !own.on || own.advance(ms, rested);
}

function pressed(key, down) {
  clock.wake();
  if (!stage.on) own.key(key, down);
}

function hold(key, ms) {
  clock.wake();
  if (!stage.on) own.hold(key, ms);
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
  chronicle = new Chronicle(`game ${tracks}`);
  powerOn();
  return true;
}

function load(text, by) {
  clock.wake();
  stage.load(text, by);
}

/** A scenario's board is on the table. */
function begun() {
  clock.wake();
  phones.tell({ off: "staged" });
  if (stage.teller === watch) drawer.yield();
  ending.close();
}

/** The player's own board is there again. */
function left() {
  phones.tell({ off: own.on ? "" : "power" });
  if (own.on) own.show();
  else powerOff();
}

own.addEventListener("news", ({ detail: news }) => {
  if (news.flash) save(news.flash);
  if (news.state) remember(news.state);
  phones.tell(news.on ? { ...news, names: names(), off: "" } : news);
  if (!stage.on) show(news);
  if (news.on) setup.on(news.presets);
  if (news.state) setup.show(news.state);
  news.lines?.forEach((line) => setup.heard(line));
  if (news.rest && !stage.on) clock.rest(drawer.open ? Math.min(news.rest, OPEN_MS) : news.rest);
  if (news.fault) fail(news.fault);
});

/** What is known of the own board also while another one is on the table. */
function remember(told) {
  state = told;
  chronicle.hear(told);
  const over = ["game-over", "match-over"].includes(told.phase);
  if (over) phones.tell({ game: chronicle.game });
  awake(told.facts.begun && !over);
}

function show(news) {
  if (news.stage) loading(news.stage, news.name);
  if (news.on) lay(news);
  if (news.frame !== undefined) plate.show(news.frame, news.state);
  if (news.sounds) sound.play(news.sounds);
  if (news.results) panel.add(news.results);
  if (news.state) tell(news.state);
}

function tell(told) {
  keys.on(told.phase);
  seats.show(told);
  if (stage.on && watch.line) return;
  panel.show(told);
  if (!stage.on) voice.hear(told, panel.last);
  if (!stage.on) ending.hear(told, chronicle.game, panel.last);
}

/** Another board is on the table. */
function lay({ geometry, tones }) {
  loading(4);
  panel.on();
  voice.on();
  sound.on(tones);
  showPower(own.on, stage.on);
  seats.lay(geometry.teams);
  plate.lay(geometry);
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
  script.offer();
  counter.speak();
  setup.speak();
  offline.speak();
  phones.speak();
}

function translated() {
  speak();
  if (own.on || stage.on) (stage.on ? stage : own).show();
  else say("phase", t("power.off"));
}

function judge() {
  drawer.yield();
  hold(MENU, state.facts.menu_hold_ms + MARGIN_MS);
}

/** A game that came with the address is played once. */
function replay() {
  const scenario = arrived();
  if (scenario) load(scenario, watch);
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
    if (shared) phones.start();
    else offline.keepOffline();
  },
);
