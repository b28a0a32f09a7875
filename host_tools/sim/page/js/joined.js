// A phone that has joined a shared table: one side's keys, or only light and score. The board is another page.

import { awake } from "./awake.js";
import { fill, t } from "./catalogue.js";
import { controls } from "./controls.js";
import { Counter } from "./counter.js";
import { Dealer } from "./dealer.js";
import { Drawer } from "./drawer.js";
import { Ending } from "./ending.js";
import { BACK, Keys, MARGIN_MS, MENU, OK, of, TAP_MS } from "./keys.js";
import { loading } from "./loading.js";
import { hear, label } from "./names.js";
import { Panel, say } from "./panel.js";
import { Plate } from "./plate.js";
import { quickcards } from "./quickcards.js";
import { Relay, REPLACED, TAKEN } from "./relay.js";
import { Seats } from "./seats.js";
import { share } from "./share.js";
import { Sound } from "./sound.js";
import { html } from "./svg.js";
import { Voice } from "./voice.js";

const WATCH = "watch";
const at = (id) => document.getElementById(id);
const chosen = new URLSearchParams(location.search).get("as");
const side = chosen && /^[ABCD]$/.test(chosen) ? chosen : null;

const held = new Set();
const all = {}; // the last of everything that was told
const panel = new Panel();
const drawer = new Drawer();
const keys = new Keys(pressed);
const seats = new Seats({ keys, hold: (team) => relay.send([of(team), all.state.facts.hold_ms + MARGIN_MS]), own: (team) => team === side });
const voice = new Voice(at("speech"));
const sound = new Sound(at("sound"));
const ending = new Ending({ next: side && (() => relay.send([OK, TAP_MS])), wrong: (team) => team === side && (() => relay.send([of(team) + BACK, TAP_MS])), share });
const counter = new Counter(new Dealer());
const plate = new Plate();
const relay = new Relay(side ?? WATCH, { heard, lost });

function pressed(key, down) {
  if (down) held.add(key);
  else held.delete(key);
  relay.send([key, down]);
  relay.holding(held.size > 0);
}

function heard(news) {
  if (news.on) delete all.results;
  Object.assign(all, news, news.results && { results: [...(all.results ?? []), ...news.results] });
  if (news.on) lay();
  if (news.on || news.who) choice();
  if (news.board === false) return dark(t("joining.no_board"));
  if (!all.on) return;
  if (news.results) panel.add(news.results);
  if (news.sounds) sound.play(news.sounds);
  if (all.off) return news.off && dark(t(`joining.${all.off}`));
  if (at("board").classList.contains("off")) lighten();
  if (news.frame !== undefined) plate.show(news.frame, all.state);
  if (news.state) tell(news.state);
}

/** Another board is there, or the same one again. */
function lay() {
  const { geometry, tones, names } = all.on;
  hear(names);
  loading(4);
  panel.on();
  voice.on();
  sound.on(tones);
  seats.lay(geometry.teams);
  plate.lay(geometry);
  if (side && !geometry.teams.includes(side)) ask();
}

function tell(state) {
  keys.on(state.phase);
  seats.show(state);
  panel.show(state);
  voice.hear(state, panel.last);
  if (all.game) ending.hear(state, all.game, panel.last);
  awake(state.facts.begun);
}

/** Nothing is to be seen, and why. */
function dark(words) {
  if (at("board").classList.contains("off") && at("unpowered-words").textContent === words) return;
  keys.releaseAll();
  loading(4);
  plate.dark();
  panel.off(words);
  ending.close();
  at("board").classList.add("off");
  at("unpowered").hidden = false;
  say("unpowered-words", words);
  voice.announce(words);
}

function lighten() {
  at("board").classList.remove("off");
  at("unpowered").hidden = true;
  if (all.frame !== undefined) plate.show(all.frame, all.state);
  if (all.state) tell(all.state);
}

function lost(code) {
  delete all.on;
  at("rejoin").hidden = code !== REPLACED;
  dark(t(code === REPLACED ? "joining.replaced" : "joining.lost"));
  if (code === TAKEN) ask();
}

/** What this phone may be, as far as it is known who is there. */
function choice() {
  const teams = [...(all.on?.geometry.teams ?? "AB")];
  const button = (as, words, disabled) => {
    const made = html("button", { type: "button" }, words);
    made.disabled = disabled;
    made.onclick = () => location.assign(`?as=${as}`);
    return made;
  };
  const taken = (team) => team !== side && all.who?.[team] > 0;
  const sides = teams.map((team) => button(team, t(taken(team) ? "joining.side_taken" : "joining.side", { team: label(team) }), taken(team)));
  at("joining-choice").replaceChildren(...sides, button(WATCH, t("joining.watch"), false));
}

function ask() {
  choice();
  const missing = side && all.on && !all.on.geometry.teams.includes(side);
  say("joining-about", missing ? t("joining.gone", { team: side }) : t("joining.about"));
  if (!at("joining").open) at("joining").showModal();
}

function speak() {
  fill();
  quickcards();
  counter.speak();
  choice();
}

at("rejoin").onclick = () => location.reload();
at("joining-other").onclick = ask;

function translated() {
  speak();
  if (!all.on || !all.state) return;
  lay();
  heard({ state: all.state, frame: all.frame, results: (all.results ?? []).splice(0) });
}

function judge() {
  drawer.yield();
  relay.send([MENU, all.state.facts.menu_hold_ms + MARGIN_MS]);
}

controls({ translated, judge });
document.body.classList.add("joined");
document.body.classList.toggle("watching", !side);
speak();
loading(0, "joining");
relay.start();
if (!chosen) ask();
