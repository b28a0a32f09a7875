// The table: a board, its keys, its power, and what stands beside it.

import { Calm } from "./calm.js";
import { change, fill, t } from "./catalogue.js";
import { Clock } from "./clock.js";
import { Counter } from "./counter.js";
import { Dealer } from "./dealer.js";
import { Faceplate } from "./faceplate.js";
import { stop } from "./fault.js";
import { alone, Flash, keep, setting } from "./flash.js";
import { Glow } from "./glow.js";
import { Keys } from "./keys.js";
import { loading } from "./loading.js";
import { Machine } from "./machine.js";
import { Panel, say } from "./panel.js";
import { quickcards } from "./quickcards.js";
import { Script } from "./script.js";
import { Setup } from "./setup.js";
import { Sound } from "./sound.js";
import { Watch } from "./watch.js";

const at = (id) => document.getElementById(id);

const own = new Machine();
const guest = new Machine(); // a scenario's board; the own one waits behind it
let offered = ""; // the scenario it was given
let teller = null; // who gave it, and tells how it goes
let staged = false; // whether it is on the table

const panel = new Panel();
const keys = new Keys((key, down) => !staged && own.key(key, down));
const calm = new Calm((frame) => glow.show(frame));
const clock = new Clock(pass);
const setup = new Setup({ choose, send: (text) => own.send(text) });
const sound = new Sound(at("sound"));
const step = () => guest.step();
const script = new Script({ load: (text) => load(text, script), step, leave });
const dealer = new Dealer();
const counter = new Counter(dealer);
const watch = new Watch({ dealer, load: (text) => load(text, watch), step, mime: (key) => keys.mime(key), leave });

let tracks = Number(setting("tracks", "2"));
let flash = new Flash(tracks);
let glow = null;

function powerOn() {
  loading(0, "board");
  own.start({ flash: flash.files(), tracks });
}

function powerOff(words = t("power.off")) {
  keys.releaseAll();
  own.cut();
  glow?.show("");
  panel.off(words);
  showPower();
}

function pass(ms) {
  if (staged) teller.pass(ms);
  return staged || !own.on || own.advance(ms);
}

/** Puts the board with that many tracks on the table; false when it is there already. */
function choose(wanted) {
  leave();
  if (wanted === tracks && own.on) return false;
  tracks = wanted;
  keep("tracks", tracks);
  flash = new Flash(tracks);
  powerOn();
  return true;
}

function load(text, by) {
  leave();
  offered = text;
  teller = by;
  guest.start({ flash: {}, script: text });
}

function leave() {
  if (!staged) return;
  staged = false;
  guest.cut();
  teller.left();
  if (own.on) own.show();
  else powerOff();
}

own.addEventListener("news", ({ detail: news }) => {
  if (news.flash) save(news.flash);
  if (!staged) show(news);
  if (news.on) setup.on(news.presets);
  if (news.state) setup.show(news.state);
  news.lines?.forEach((line) => setup.heard(line));
  if (news.fault) fail(news.fault);
});

guest.addEventListener("news", ({ detail: news }) => {
  if (news.script) teller.loaded(offered, news.script);
  if (news.on) staged = true;
  if (staged) show(news);
  if (news.stepped) teller.stepped(news.stepped);
  if (news.fault) fail(news.fault);
});

function show(news) {
  if (news.stage) loading(news.stage, news.name);
  if (news.on) lay(news);
  if (news.frame !== undefined) calm.show(news.frame, news.state);
  if (news.sounds) sound.play(news.sounds);
  if (news.results) panel.add(news.results);
  if (news.state) panel.show(news.state);
}

/** Another board is on the table. */
function lay({ geometry, tones }) {
  loading(4);
  panel.on();
  sound.on(tones);
  showPower();
  at("board").dataset.tracks = geometry.tracks;
  glow = new Glow(at("plate"), new Faceplate(at("plate"), geometry));
  keys.lay({ near: at("near"), far: at("far"), shared: at("shared") }, geometry.teams);
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
  stop(fault, (erase) => {
    if (erase) flash.erase();
    powerOn();
  });
}

function wipe() {
  if (!confirm(t("setup.wipe_sure"))) return;
  leave();
  flash.erase();
  powerOn();
}

function flip() {
  leave();
  if (own.on) powerOff();
  else powerOn();
}

function showPower() {
  const on = own.on || staged;
  at("power").setAttribute("aria-pressed", on);
  at("board").classList.toggle("off", !on);
  at("board").classList.toggle("staged", staged);
}

/** All words that do not come with the board's next news. */
function speak() {
  fill();
  quickcards();
  script.offer();
  counter.speak();
}

function translate() {
  change();
  speak();
  if (own.on || staged) (staged ? guest : own).show();
  else say("phase", t("power.off"));
}

function turn() {
  at("far").classList.toggle("turned", at("turned").checked);
  keep("turned", at("turned").checked ? "yes" : "");
}

at("language").onclick = translate;
at("power").onclick = flip;
at("wipe").onclick = wipe;
at("speed").onchange = (event) => (clock.speed = Number(event.target.value));
at("turned").checked = setting("turned", "") === "yes";
at("turned").onchange = turn;
// After a click on it a control would take the next Enter, which is meant for the board.
document.addEventListener("click", (event) => event.detail && event.target.closest("button, summary, [type=radio]")?.blur());

speak();
turn();
alone(() => loading(0, "elsewhere"), powerOn);
