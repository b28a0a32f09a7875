// Hands the running match over to another device by a QR code, and takes one over: without a network.
//
// The code is a link to this page, with "#h1.", the match as `virtual/hand_over.py` packs it, a dot, and the game's moves for
// its graph (`packMoves`). This board stands still while the code is shown, and is asked then whether the match was taken:
// without a network it cannot know.

import { t } from "./catalogue.js";
import { showCode } from "./code-dialog.js";
import { byId } from "./dom.js";
import { packMoves, unpackMoves } from "./game-url-codec.js";
import { showNotice } from "./notice.js";
import { address, isLocal } from "./public-address.js";
import { readSetting, saveSetting } from "./settings-storage.js";
import { presetName } from "./state-text.js";
import { givenName, TEAM_NAME_LETTERS } from "./team-names.js";

const PREFIX = "h1";
const LINK = /#(h\d+)\.([\w-]+)\.([\w-]*)$/;
const RESTING = ["deal", "idle", "round"]; // phases in which nothing is pending, which would not be in the code
const TAKEN_KEPT = 40; // codes that are known to have been taken

/** What the page does for it: `adopt` goes on recording a game from those moves; `chooseBoard` is that of the setup form.
 * @typedef {{ machine: import("./machine.js").Machine, state: () => BoardState | null, game: () => Game | null, chooseBoard: (teams: number) => boolean, rename: (names: ByTeam<string>) => void, adopt: (moves: Move[]) => void }} HandOverPage */

export class HandOver {
  #packed = ""; // the match that is offered, without prefix and moves
  #moves = ""; // its moves
  #agreed = false; // whether the reader has agreed to take it, and the board for it is starting
  #waits = false; // whether the match is read once the board has started
  #asked = false; // whether a code that was shown before this visit was asked about

  /** @param {HandOverPage} page */
  constructor(page) {
    this.page = page;
    byId("take-no").onclick = () => byId("take").close();
  }

  /** Has the board pack its match, if nothing is pending. */
  begin() {
    const state = this.page.state();
    if (!state || !RESTING.includes(state.phase)) return showNotice("hand.not_now");
    return this.page.machine.handOver([...Object.keys(state.tracks)].sort().map(givenName));
  }

  /** Takes the match in a link, or its fragment; returns false if it is no such link.
   * @param {string} link */
  take(link) {
    const [, prefix, packed, moves] = LINK.exec(link.trim()) ?? [];
    if (!prefix) return false;
    if (prefix !== PREFIX) return (showNotice("hand.newer"), true);
    if (taken().includes(packed.slice(-8))) return (showNotice("hand.taken"), true);
    [this.#packed, this.#moves, this.#agreed] = [packed, moves, false];
    this.#waits = !this.page.machine.on;
    this.page.machine.readHandOver(packed);
    return true;
  }

  /** Follows the board's news.
   * @param {ChangeNews} news */
  follow({ packed, handed }) {
    if (packed !== undefined) this.#showCode(`#${PREFIX}.${packed}.${packMoves(this.page.game()?.moves ?? [])}`);
    if (handed) this.#offer(handed);
  }

  /** On a board that has started: reads the match that it is to take; asks about a code that was shown when the page was closed. */
  onStart() {
    if (this.#agreed || this.#waits) this.page.machine.readHandOver(this.#packed);
    this.#waits = false;
    const fragment = readSetting("handed over", "");
    if (fragment && !this.#asked) this.#showCode(fragment);
    this.#asked = true;
  }

  /** @param {string} fragment */
  #showCode(fragment) {
    saveSetting("handed over", fragment);
    showCode({
      title: t("hand.title"),
      about: t("hand.about"),
      link: address ? new URL(fragment, address).href : fragment,
      note: address && !isLocal ? "" : t("hand.no_link"),
      buttons: [
        [t("hand.done"), () => this.#giveUp()],
        [t("hand.back"), () => saveSetting("handed over", "")],
      ],
    });
  }

  #giveUp() {
    saveSetting("handed over", "");
    this.page.machine.giveUp();
    showNotice("hand.gone");
  }

  /** Asks whether to go on here with what the code holds.
   * @param {HandedMatch} handed */
  #offer(handed) {
    if (handed.error !== undefined) return showNotice(`hand.${handed.error}`);
    if (handed.own) return showNotice("hand.own");
    const begun = Boolean(this.page.state()?.facts.begun);
    if (this.#agreed && !begun) return this.#takeOver(handed);
    const scores = handed.scores.map((score, team) => `${handed.names[team] || "ABCD"[team]} ${score}`).join(" – ");
    const own = handed.preset === "custom"; // as every game at home is
    const preset = own ? t("rules.to", { target: handed.target }) : presetName(handed.preset);
    byId("take-about").textContent = t("hand.offer", { preset, scores });
    byId("take-loses").hidden = !begun;
    byId("take-yes").onclick = () => this.#agree(handed);
    byId("take").showModal();
    return undefined;
  }

  /** @param {HandedMatch & { error?: undefined }} handed */
  #agree(handed) {
    byId("take").close();
    this.#agreed = this.page.chooseBoard(handed.teams);
    if (!this.#agreed) this.#takeOver(handed);
  }

  /** @param {HandedMatch & { error?: undefined }} handed */
  #takeOver({ names }) {
    this.#agreed = false;
    saveSetting("taken over", JSON.stringify([this.#packed.slice(-8), ...taken()].slice(0, TAKEN_KEPT)));
    this.page.rename(Object.fromEntries(names.map((name, team) => ["ABCD"[team], name.slice(0, TEAM_NAME_LETTERS)])));
    this.page.adopt(movesIn(this.#moves));
    this.page.machine.takeHandOver(this.#packed);
    showNotice("hand.here");
  }
}

/** The ends of the codes that this device has taken.
 * @returns {string[]} */
const taken = () => JSON.parse(readSetting("taken over", "[]"));

/** The moves in a link; none if they are damaged, as the pegs do not depend on them.
 * @param {string} text */
function movesIn(text) {
  try {
    return unpackMoves(text);
  } catch {
    return [];
  }
}
