// Main controller of the page: a board at home. What it has beside the board: a new game, scores by one tap, the moves, and
// the games of all evenings.

import {
  announcer,
  begin,
  boardView,
  chooseBoard,
  drawer,
  holdKey,
  moveRecorder,
  openedByLink,
  ownBoard,
  scenarioBoard,
  sendLine,
  showRace,
  state,
} from "./board-page.js";
import { t } from "./catalogue.js";
import { CorrectScore } from "./correct-score.js";
import { byId, onUnfold } from "./dom.js";
import { dropGame, keepGame, namesOfGame } from "./games.js";
import { packGame } from "./game-url-codec.js";
import { homeRulesText, presetChanges, saveHomeRules, tracksOf, homeRules } from "./home-rules.js";
import { TAP_MS } from "./key-input.js";
import { MovesList } from "./moves-list.js";
import { NewGame } from "./new-game.js";
import { ScoreGrid } from "./score-grid.js";
import { readSetting, saveSetting } from "./settings-storage.js";
import { situation } from "./situation.js";

const PARTNERS = 22;

/** @type {PresetFields | null} */
let casual = null; // fields of the preset that home rules differ from
/** @type {import("./home-rules.js").HomeRules | null} */
let wanted = null; // rules of a game that begins once the board for it has started
let requests = 0;

/** Taps keys of the board, one after the other.
 * @param {number[]} pressed */
const press = (pressed) => pressed.forEach((key) => holdKey(key, TAP_MS));

/** @param {object} request */
const request = (request) => sendLine(JSON.stringify({ id: ++requests, ...request }));

const newGame = new NewGame({ leave: keepUnfinished, start, begun: goesOn, renamed: () => ownBoard.requestAll() });
const grid = new ScoreGrid({ state: () => state, press });
const moves = new MovesList({ press, close: () => drawer.closeIfCovering() });
new CorrectScore({
  state: () => state,
  decide: (decision) => request({ do: "judge", reason: "corrected", ...decision }),
});

/** Returns whether a game is on in which pegs have moved, and that is not over. */
function goesOn() {
  return Boolean(state?.facts.begun) && !["game-over", "match-over"].includes(state?.phase ?? "");
}

/** Asks who plays, at a first visit. Who answers nothing plays what the dialog has shown. */
function askFirst() {
  if (state?.facts.begun || readSetting("rules", "")) return;
  newGame.open();
  byId("new").addEventListener(
    "close",
    () => {
      if (readSetting("rules", "")) return;
      saveHomeRules(homeRules());
      start(homeRules());
    },
    { once: true },
  );
}
byId("watch-stop").addEventListener("click", askFirst);

/** Begins a game by these rules: on a board with so many tracks, whatever is on there.
 * @param {import("./home-rules.js").HomeRules} rules */
function start(rules) {
  const { kind, best, muggins } = rules;
  const matched = best > 1 ? [t(`new.best_${best}`)] : [];
  announcer.announce(
    [t("new.title"), t(`new.kind_${kind}`), ...matched, ...(muggins ? [t("rules.muggins")] : [])].join(". "),
  );
  if (ownBoard.on) ownBoard.requestAll();
  drawer.closeIfCovering();
  wanted = rules;
  if (!chooseBoard(tracksOf(rules))) configure();
}

/** Sends the board the rules of the game that is to begin. */
function configure() {
  if (!wanted || !casual) return;
  const rules = wanted;
  wanted = null;
  request({
    do: "configure",
    anew: true,
    preset: { ...casual, ...presetChanges(rules) },
    teams: tracksOf(rules),
    muggins: rules.muggins,
    partners: rules.players === PARTNERS,
  });
}

/** Keeps the game that is on and will not be ended. */
function keepUnfinished() {
  const game = moveRecorder.game;
  if (!game?.moves.length || !state || !goesOn()) return;
  const shown = state;
  keepGame({
    id: `left-${game.at}`,
    at: Date.now(),
    names: namesOfGame(game.teams),
    scores: [...game.teams].map((team) => shown.tracks[team].front),
    winner: -1,
    skunked: [],
    corrected: shown.facts.judged > 0,
    link: packGame(game),
  });
  showEvenings();
}

/** Keeps a game that has just ended; drops one whose end was taken back.
 * @param {string} line its result */
function keepResult(line) {
  /** @type {ResultLine} */
  const result = JSON.parse(line);
  if (result.cleared) return;
  const id = `${result.board}-${result.n}`;
  if (result.replaces) return dropGame(`${result.board}-${result.replaces}`);
  const game = moveRecorder.game;
  const seen = Number(readSetting(`kept ${result.board}`, "0"));
  if (result.n <= seen || !game || game.number !== result.game || game.round !== result.round) return;
  saveSetting(`kept ${result.board}`, String(result.n));
  keepGame({
    id,
    at: Date.now(),
    names: namesOfGame(game.teams),
    scores: [...game.teams].map((team) => result.scores[team]),
    winner: result.winner ? "ABCD".indexOf(result.winner) : -1,
    skunked: result.level ? skunkedIn(result, game.lines[0]) : [],
    corrected: result.judged > 0,
    link: packGame(game),
  });
}

/** Returns the numbers of the sides that a game has left on the skunk line or before it.
 * @param {GameLine} result
 * @param {number | null} line */
const skunkedIn = ({ scores, winner }, line) =>
  Object.keys(scores)
    .sort()
    .flatMap((team, number) => (team !== winner && line !== null && scores[team] <= line ? [number] : []));

const showEvenings = onUnfold("evenings", async () => (await import("./evenings.js")).showEvenings(showRace));
byId("ending-games").hidden = false;
byId("ending-games").onclick = () => drawer.showPart("evenings");

boardView.onHole = (tapped) => !scenarioBoard.on && grid.tapHole(tapped);

begin({
  onStart({ presets }) {
    casual = Object.fromEntries(presets).casual;
    if (wanted) return configure();
    if (!openedByLink) askFirst();
  },
  onState(shown) {
    moves.show(shown, moveRecorder.game);
    // Who begins to peg has answered what a first visit asks.
    if (shown.facts.begun && !readSetting("rules", "")) saveHomeRules(homeRules());
  },
  onNews({ results, lines }) {
    results?.forEach(keepResult);
    if (results?.length) showEvenings();
    for (const line of lines ?? []) {
      const answer = JSON.parse(line);
      if (answer.id === requests && answer.ok === false) announcer.announce(answer.detail);
    }
  },
  sentence: (shown) => situation(shown, moveRecorder.game),
  rules: homeRulesText,
  translate() {
    newGame.translate();
    showEvenings();
  },
  rename: (team) => newGame.open("ABCD".indexOf(team)),
  hold: (team) => grid.open(team),
  deal: (seat) => request({ do: "deal", seat }),
});
