// Main controller of a phone that has joined a shared board: it shows light and score, and may have a side's keys.

import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { CardGameClient } from "./card-game-client.js";
import { addMessages, fill, t } from "./catalogue.js";
import { initControls, isAtHome, showView } from "./common-controls.js";
import { Drawer } from "./drawer.js";
import { byId, html, onUnfold, setText } from "./dom.js";
import { GameOverPanel } from "./game-over-panel.js";
import { HandCounter } from "./hand-counter.js";
import { homeRulesText } from "./home-rules.js";
import { JudgePanel } from "./judge-panel.js";
import { BACK, firstKeyOf, KeyInput, keysCounting, MARGIN_MS, MENU, OK, TAP_MS } from "./key-input.js";
import { showLoading } from "./loading.js";
import { MovesList } from "./moves-list.js";
import { ScoreGrid } from "./score-grid.js";
import { REPLACED, ShareSocket, TAKEN } from "./share-socket.js";
import { situation } from "./situation.js";
import { Sound } from "./sound.js";
import { StatusPanel } from "./status-panel.js";
import { teamName, useNames } from "./team-names.js";
import { TeamPanels } from "./team-panels.js";
import { Voice } from "./voice.js";
import { awake } from "./wake-lock.js";
import { WinScene } from "./win-scene.js";

// A guest of the builders' page has its elements too, which nobody sees.
if (byId("preset")) addMessages((await import("../messages/more.js")).MESSAGES);

const WATCH = "watch";
const chosen = new URLSearchParams(location.search).get("as");
const side = chosen && /^[ABCD]$/.test(chosen) ? chosen : null;

/** @type {Set<number>} */
const heldKeys = new Set();
/** @type {RoomMessage} */
const latest = {}; // the last value of all news of the board, and all its results
const panel = new StatusPanel();
const drawer = new Drawer();
const keys = new KeyInput(setKey);
const teamPanels = new TeamPanels({
  keys,
  agree: (team) => latest.state && socket.send([firstKeyOf(team), latest.state.facts.hold_ms + MARGIN_MS]),
  isOwn: (team) => team === side,
  hold: (team) => team === side && grid?.open(team),
});
// The page for builders has neither.
const grid = byId("grid") ? new ScoreGrid({ state: () => latest.state ?? null, press: tap }) : null;
const moves = byId("moves") ? new MovesList() : null;
/** @type {Voice} */
const voice = new Voice({ tell: (text) => announcer.announce(text) });
const announcer = new Announcer(voice);
const sound = new Sound(byId("sound"));
const gameOver = new GameOverPanel({
  scene: new WinScene((level) => sound.playTune(level)),
  next: side ? () => socket.send([OK, TAP_MS]) : null,
  undoFor: (team) => (team === side ? () => socket.send([firstKeyOf(team) + BACK, TAP_MS]) : null),
});
const counter = new HandCounter(new CardGameClient(), {
  teams: () => (side && latest.state && side in latest.state.tracks ? [side] : []),
  peg,
  muggins: () => Boolean(latest.state?.facts.muggins),
  say: (text) => announcer.sayAloud(text),
  close: () => drawer.closeIfCovering(),
});
onUnfold("counter", () => counter.open());
const judgePanel = side ? new JudgePanel({ side, press: (key) => socket.send([key, TAP_MS]) }) : null;
const boardView = new BoardView(sound);
const socket = new ShareSocket(side ?? WATCH, { onMessage: showNews, onLost });

/** @param {number} key
 * @param {boolean} down */
function setKey(key, down) {
  if (down) boardView.land();
  if (down) heldKeys.add(key);
  else heldKeys.delete(key);
  socket.send([key, down]);
  socket.setHolding(heldKeys.size > 0);
}

/** Pegs a hand that was counted, by the team's keys.
 * @param {string} team
 * @param {number} holes */
function peg(team, holes) {
  tap([...keysCounting(team, holes), OK]);
}

/** Taps keys of the board, one after the other.
 * @param {number[]} pressed */
function tap(pressed) {
  for (const key of pressed) socket.send([key, TAP_MS]);
}

/** Stores and shows news of the board, as the room sends them.
 * @param {RoomMessage} news */
function showNews(news) {
  if (news.on) delete latest.results;
  Object.assign(latest, news, news.results && { results: [...(latest.results ?? []), ...news.results] });
  if (news.on) showNewBoard(news.on);
  if (news.on || news.who) listRoles();
  if (news.board === false) return showOff(t("joining.no_board"));
  if (!latest.on) return;
  if (news.results) panel.addResults(news.results);
  if (news.sounds) sound.play(news.sounds);
  if (latest.off) return news.off && showOff(t(`joining.${latest.off}`));
  if (byId("board").classList.contains("off")) showOn();
  if (news.frame !== undefined) boardView.show(news.frame, latest.state);
  if (news.state) showState(news.state);
}

/** Prepares plate, panels and sound for a board that has started or is connected again.
 * @param {NonNullable<RoomNews["on"]>} started */
function showNewBoard({ geometry, tones, names }) {
  useNames(names);
  showLoading(4);
  panel.reset();
  announcer.reset();
  sound.setTones(tones);
  teamPanels.setTeams(geometry.teams);
  boardView.setGeometry(geometry);
  if (side && !geometry.teams.includes(side)) askForRole();
}

/** @param {BoardState} state */
function showState(state) {
  showView(state);
  keys.setPhase(state.phase);
  teamPanels.show(state);
  judgePanel?.show(state);
  const game = latest.game ?? null;
  if (isAtHome(state)) panel.show(state, situation(state, game), homeRulesText);
  else panel.show(state);
  // Two numbers correct a score at home, on the board's own page.
  byId("judge-menu").hidden = isAtHome(state);
  moves?.show(state, game);
  announcer.update(state, panel.last);
  gameOver.update(state, game, panel.last);
  awake(state.facts.begun);
}

/** Shows and announces that no board is to be seen, with the reason.
 * @param {string} reason */
function showOff(reason) {
  if (byId("board").classList.contains("off") && byId("unpowered-words").textContent === reason) return;
  keys.releaseAll();
  showLoading(4);
  boardView.clear();
  panel.showOff(reason);
  gameOver.close();
  byId("board").classList.add("off");
  byId("unpowered").hidden = false;
  setText("unpowered-words", reason);
  announcer.announce(reason);
}

/** Shows the board again, in its latest state. */
function showOn() {
  byId("board").classList.remove("off");
  byId("unpowered").hidden = true;
  if (latest.frame !== undefined) boardView.show(latest.frame, latest.state);
  if (latest.state) showState(latest.state);
}

/** Shows that the connection was lost; `code`: its close code, 0 for none.
 * @param {number} code */
function onLost(code) {
  delete latest.on;
  byId("rejoin").hidden = code !== REPLACED;
  showOff(t(code === REPLACED ? "joining.replaced" : "joining.lost"));
  if (code === TAKEN) askForRole();
}

/** Lists the roles that this phone may choose: each side that no other phone has, or watching. */
function listRoles() {
  const teams = [...(latest.on?.geometry.teams ?? "AB")];
  /** @type {(role: string, label: string, disabled: boolean) => HTMLButtonElement} */
  const roleButton = (role, label, disabled) => {
    const button = html("button", { type: "button" }, label);
    button.disabled = disabled;
    button.onclick = () => location.assign(`?as=${role}`);
    return button;
  };
  /** @param {string} team */
  const taken = (team) => team !== side && (latest.who?.[team] ?? 0) > 0;
  const sides = teams.map((team) =>
    roleButton(team, t(taken(team) ? "joining.side_taken" : "joining.side", { team: teamName(team) }), taken(team)),
  );
  byId("joining-choice").replaceChildren(...sides, roleButton(WATCH, t("joining.watch"), false));
}

/** Opens the dialog in which a role is chosen. */
function askForRole() {
  listRoles();
  const missing = side && latest.on && !latest.on.geometry.teams.includes(side);
  setText("joining-about", missing ? t("joining.gone", { team: side }) : t("joining.about"));
  if (!byId("joining").open) byId("joining").showModal();
}

/** Fills in all texts in the page's language that do not come with the board's next news. */
function fillTexts() {
  fill();
  counter.translate();
  voice.translate();
  listRoles();
}

byId("rejoin").onclick = () => location.reload();
byId("joining-other").onclick = askForRole;

/** Shows everything in another language. */
function onLanguage() {
  fillTexts();
  if (!latest.on || !latest.state) return;
  showNewBoard(latest.on);
  showNews({ state: latest.state, frame: latest.frame, results: (latest.results ?? []).splice(0) });
}

function openJudgeMenu() {
  drawer.closeIfCovering();
  if (latest.state) socket.send([MENU, latest.state.facts.menu_hold_ms + MARGIN_MS]);
}

initControls({ onLanguage, openJudgeMenu });
document.body.classList.add("joined");
document.body.classList.toggle("watching", !side);
fillTexts();
showLoading(0, "joining");
socket.start();
if (!chosen) askForRole();
