// Main controller of a phone that has joined a shared board: one side's keys, or only light and score.

import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { CardGameClient } from "./card-game-client.js";
import { fill, t } from "./catalogue.js";
import { controls } from "./common-controls.js";
import { Drawer } from "./drawer.js";
import { html, say } from "./elements.js";
import { GameOverPanel } from "./game-over-panel.js";
import { HandCounter } from "./hand-counter.js";
import { BACK, KeyInput, MARGIN_MS, MENU, OK, of, TAP_MS } from "./key-input.js";
import { loading } from "./loading.js";
import { quickcards } from "./quickcards.js";
import { share } from "./share-game.js";
import { REPLACED, ShareSocket, TAKEN } from "./share-socket.js";
import { Sound } from "./sound.js";
import { StatusPanel } from "./status-panel.js";
import { hear, label } from "./team-names.js";
import { TeamPanels } from "./team-panels.js";
import { awake } from "./wake-lock.js";

const WATCH = "watch";
const at = (id) => document.getElementById(id);
const chosen = new URLSearchParams(location.search).get("as");
const side = chosen && /^[ABCD]$/.test(chosen) ? chosen : null;

const held = new Set();
const all = {}; // the last of everything that was told
const panel = new StatusPanel();
const drawer = new Drawer();
const keys = new KeyInput(pressed);
const teamPanels = new TeamPanels({ keys, hold: (team) => socket.send([of(team), all.state.facts.hold_ms + MARGIN_MS]), own: (team) => team === side });
const announcer = new Announcer(at("speech"));
const sound = new Sound(at("sound"));
const gameOver = new GameOverPanel({ next: side && (() => socket.send([OK, TAP_MS])), wrong: (team) => team === side && (() => socket.send([of(team) + BACK, TAP_MS])), share });
const counter = new HandCounter(new CardGameClient());
const boardView = new BoardView();
const socket = new ShareSocket(side ?? WATCH, { heard, lost });

function pressed(key, down) {
  if (down) held.add(key);
  else held.delete(key);
  socket.send([key, down]);
  socket.holding(held.size > 0);
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
  if (news.frame !== undefined) boardView.show(news.frame, all.state);
  if (news.state) tell(news.state);
}

/** Another board is there, or the same one again. */
function lay() {
  const { geometry, tones, names } = all.on;
  hear(names);
  loading(4);
  panel.on();
  announcer.on();
  sound.on(tones);
  teamPanels.lay(geometry.teams);
  boardView.lay(geometry);
  if (side && !geometry.teams.includes(side)) ask();
}

function tell(state) {
  keys.on(state.phase);
  teamPanels.show(state);
  panel.show(state);
  announcer.hear(state, panel.last);
  if (all.game) gameOver.hear(state, all.game, panel.last);
  awake(state.facts.begun);
}

/** Nothing is to be seen, and why. */
function dark(words) {
  if (at("board").classList.contains("off") && at("unpowered-words").textContent === words) return;
  keys.releaseAll();
  loading(4);
  boardView.dark();
  panel.off(words);
  gameOver.close();
  at("board").classList.add("off");
  at("unpowered").hidden = false;
  say("unpowered-words", words);
  announcer.announce(words);
}

function lighten() {
  at("board").classList.remove("off");
  at("unpowered").hidden = true;
  if (all.frame !== undefined) boardView.show(all.frame, all.state);
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
  socket.send([MENU, all.state.facts.menu_hold_ms + MARGIN_MS]);
}

controls({ translated, judge });
document.body.classList.add("joined");
document.body.classList.toggle("watching", !side);
speak();
loading(0, "joining");
socket.start();
if (!chosen) ask();
