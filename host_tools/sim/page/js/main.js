// The table: a board, its keys, its power, and what stands beside it.

import { Clock } from "./clock.js";
import { Faceplate } from "./faceplate.js";
import { stop } from "./fault.js";
import { Flash, keep, setting } from "./flash.js";
import { Glow } from "./glow.js";
import { Keys } from "./keys.js";
import { loading } from "./loading.js";
import { Machine } from "./machine.js";
import { Panel, say } from "./panel.js";
import { Script } from "./script.js";
import { Setup } from "./setup.js";

const at = (id) => document.getElementById(id);

const machine = new Machine();
const panel = new Panel();
const keys = new Keys((key, down) => scenario === null && machine.key(key, down));
const clock = new Clock((ms) => pass(ms));
const setup = new Setup({ choose, send: (text) => machine.send(text) });
const script = new Script({ load, step: () => machine.step(), leave });

let tracks = Number(setting("tracks", "2"));
let flash = new Flash(tracks);
let scenario = null; // its text, while one is on the table
let glow = null;
let laid = 0; // tracks of the plate that is drawn

function powerOn() {
  loading(0, "Loading the board …");
  machine.start(scenario === null ? flash.files() : {}, { tracks });
}

function powerOff(words) {
  machine.cut();
  glow?.show("");
  keys.releaseAll();
  panel.off(words);
  showPower();
}

function pass(ms) {
  if (scenario !== null) script.pass(ms);
  return scenario !== null || !machine.on || machine.advance(ms);
}

/** Puts the board with that many tracks on the table; false when it is there already. */
function choose(wanted) {
  if (wanted === tracks && scenario === null) return false;
  tracks = wanted;
  keep("tracks", tracks);
  flash = new Flash(tracks);
  leave();
  return true;
}

function load(text) {
  scenario = text;
  powerOn();
}

function leave() {
  scenario = null;
  script.left();
  powerOn();
}

machine.addEventListener("news", ({ detail: news }) => {
  if (news.stage) loading(news.stage, news.words);
  if (news.on) onceOn(news);
  if (news.flash && scenario === null) save(news.flash);
  if (news.geometry) lay(news.geometry);
  if (news.frame !== undefined) glow.show(news.frame);
  if (news.state) panel.show(news.state);
  news.lines?.forEach((line) => setup.heard(line));
  if (news.script) script.loaded(news.script);
  if (news.stepped) script.stepped(news.stepped);
  if (news.fault) fail(news.fault);
});

function onceOn({ presets }) {
  loading(4, "");
  showPower();
  setup.on(presets, tracks);
  if (scenario !== null) machine.script(scenario);
}

function lay(geometry) {
  if (laid === geometry.tracks) return;
  laid = geometry.tracks;
  at("board").dataset.tracks = laid;
  glow = new Glow(at("plate"), new Faceplate(at("plate"), geometry));
  keys.lay({ near: at("near"), far: at("far"), shared: at("shared") }, geometry.teams);
}

function save(changes) {
  try {
    flash.write(changes);
  } catch {
    say("setup-answer", "This browser keeps no more data: pegs will be lost at a reload.");
  }
}

function fail(fault) {
  loading(4, "");
  powerOff("The board has stopped.");
  stop(fault, (erase) => {
    if (erase) flash.erase();
    leave();
  });
}

function showPower() {
  at("power").setAttribute("aria-pressed", machine.on);
  at("board").classList.toggle("off", !machine.on);
}

at("power").onclick = () => (machine.on ? powerOff("The power is off. What was pegged is on flash.") : powerOn());
at("speed").onchange = (event) => (clock.speed = Number(event.target.value));
at("turned").checked = setting("turned", "") === "yes";
at("turned").onchange = turn;
// After a click on it a control would take the next Enter, which is meant for the board.
document.addEventListener("click", (event) => event.detail && event.target.closest("button, summary, [type=radio]")?.blur());

function turn() {
  at("far").classList.toggle("turned", at("turned").checked);
  keep("turned", at("turned").checked ? "yes" : "");
}

turn();
powerOn();
