// View that flashes this page's firmware onto boards, in parallel, and offers files for new Picos.

import { download } from "../../js/download.js";
import { awake } from "../../js/wake-lock.js";
import { FACTS } from "../facts.js";
import { counted, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, boardLabel, html, appendLog, onSend, placeItem, setText } from "./page.js";

/** @typedef {import("./board.js").Board} Board */

/** A board's line in the form.
 * @typedef {{ line: HTMLElement, box: HTMLInputElement, name: HTMLElement, bar: HTMLProgressElement }} Choice */

export class Flash {
  /** @type {Map<Board, Choice>} */
  #choices = new Map();
  #running = 0; // number of boards being flashed

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    onSend(byId("flash"), byId("flash-answers"), () => this.#flash());
    // All that run this firmware: what else is plugged in has to be chosen by itself.
    byId("flash-all").onchange = () => {
      const all = byId("flash-all").checked;
      for (const [board, { box }] of this.#choices) box.checked = all && Boolean(board.hello);
    };
    boards.addEventListener("change", () => this.show());
    addEventListener("beforeunload", (leaving) => this.#running && leaving.preventDefault());
  }

  showTexts() {
    setText(byId("flash-about"), t("captain.flash.about", { version: FACTS.firmware }));
    this.show();
  }

  show() {
    const { all } = this.boards;
    for (const [board, { line }] of this.#choices)
      if (!all.includes(board) && !board.busy) (line.remove(), this.#choices.delete(board));
    all.forEach((board, place) => placeItem(byId("flash-boards"), this.#lineOf(board), place));
    for (const [board, parts] of this.#choices) showBoard(board, parts);
    byId("flash-none").hidden = this.#choices.size > 0;
  }

  /** Lists this site's files for new Picos. */
  async offerNewBoards() {
    /** @type {{ file: string, board: string, chip: string, size: number }[]} */
    const images = await fetch("new-boards.json")
      .then((answer) => answer.json())
      .catch(() => []);
    byId("new-none").hidden = images.length > 0;
    byId("new-boards").replaceChildren(
      ...images.map(({ file, board, chip, size }) => {
        const about = t("captain.new.file", { board: board || chip, chip, size: Math.ceil(size / 1024) });
        return html("li", {}, html("a", { href: file, download: file }, file), ` ${about}`);
      }),
    );
  }

  /** @param {Board} board */
  #lineOf(board) {
    const choice = this.#choices.get(board);
    if (choice) return choice.line;
    const box = html("input", { type: "checkbox" });
    const name = html("span");
    const bar = html("progress", { max: 1, value: 0, hidden: "" });
    const line = html("div", { class: "choice" }, html("label", { class: "tick" }, box, name), bar);
    this.#choices.set(board, { line, box, name, bar });
    return line;
  }

  async #flash() {
    const chosen = [...this.#choices].filter(([, { box }]) => box.checked).map(([board]) => board);
    if (!chosen.length) return appendLog(byId("flash-answers"), "", t("captain.flash.choose"), true);
    const options = {
      forced: byId("flash-forced").checked,
      anew: byId("flash-anew").checked,
      downgrade: byId("flash-downgrade").checked,
    };
    const ids = newIds(this.boards.answering, chosen);
    this.#running += chosen.length;
    awake(true);
    await Promise.all(chosen.map((board) => this.#flashBoard(board, { ...options, ownId: ids.get(board) ?? "" })));
    awake(this.#running > 0);
  }

  /** @param {Board} board
   * @param {{ forced: boolean, anew: boolean, downgrade: boolean, ownId: string }} options */
  async #flashBoard(board, { anew, ...options }) {
    const who = boardLabel(board);
    board.busy = t("captain.flash.busy");
    board.progress = { sent: 0, size: 0 };
    this.boards.notifyChange();
    /** @type {{ path: string, bytes: Uint8Array }[]} */
    const kept = [];
    /** @type {(path: string, bytes: Uint8Array) => void} */
    const keep = (path, bytes) => void kept.push({ path, bytes });
    /** @type {(sent: number, size: number) => void} */
    const showProgress = (sent, size) => {
      board.progress = { sent, size };
      this.show();
    };
    try {
      const done = await board.flash({ ...options, keep: anew ? keep : null, report: showProgress });

      await board.setTime().catch(() => {}); // a board with a PIN refuses it until it is set up
      await board.query();
      appendLog(byId("flash-answers"), who, outcomeText(done, board));
    } catch (error) {
      appendLog(byId("flash-answers"), who, faultOf(error).text, true);
    } finally {
      if (kept.length) download("before.tar", tarFile(kept));
      this.#running--;
      board.busy = "";
      board.progress = null;
      this.boards.notifyChange();
    }
  }
}

/** @param {Board} board
 * @param {Choice} choice */
function showBoard(board, { name, bar }) {
  const runs = board.report ? t("captain.card.runs", board.report) : "";
  setText(name, [boardLabel(board), board.busy || runs].filter(Boolean).join(" · "));
  bar.hidden = !board.progress;
  if (!board.progress) return;
  bar.max = board.progress.size || 1;
  bar.value = board.progress.sent;
  bar.setAttribute("aria-label", t("captain.flash.progress", { name: boardLabel(board) }));
}

/** An id for each chosen board that has the id of another one; of those, one keeps it: one that is not chosen, else the
 * one with the most results.
 * @param {Board[]} boards
 * @param {Board[]} chosen */
export function newIds(boards, chosen) {
  const ids = new Map();
  /** @type {(board: Board) => number} */
  const rank = (board) => (chosen.includes(board) ? 0 : 1e6) + (board.status?.held ?? 0);
  for (const uid of new Set(boards.map((board) => board.uid))) {
    const [, ...others] = boards.filter((board) => board.uid === uid).sort((one, two) => rank(two) - rank(one));
    for (const board of others.filter((other) => chosen.includes(other))) ids.set(board, randomId());
  }
  return ids;
}

/** 16 hex digits. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Files as one of the format tar (POSIX.1-1988, ustar).
 * @param {{ path: string, bytes: Uint8Array }[]} files */
export function tarFile(files) {
  const parts = files.flatMap(({ path, bytes }) => {
    const head = new Uint8Array(512);
    /** @type {(text: string, at: number, size: number) => void} */
    const put = (text, at, size) => head.set(new TextEncoder().encode(text).subarray(0, size), at);
    put(path.slice(1), 0, 100);
    put("0000644\0", 100, 8);
    for (const at of [108, 116]) put("0000000\0", at, 8);
    put(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124, 12);
    put(
      `${Math.floor(Date.now() / 1000)
        .toString(8)
        .padStart(11, "0")}\0`,
      136,
      12,
    );
    put("        0", 148, 9);
    put("ustar\x0000", 257, 8);
    const sum = head.reduce((total, byte) => total + byte, 0);
    put(`${sum.toString(8).padStart(6, "0")}\0 `, 148, 8);
    return [head, bytes, new Uint8Array(-bytes.length & 511)];
  });
  return new Blob([...parts, new Uint8Array(1024)]);
}

/** @param {{ sent: number, gone: number, kept: string }} done
 * @param {Board} board */
function outcomeText({ sent, gone, kept }, { report }) {
  const changes = [sent ? counted("captain.flash.sent", sent) : t("captain.flash.nothing")];
  if (gone) changes.push(counted("captain.flash.gone", gone));
  if (kept) changes.push(t("captain.flash.kept", { folder: kept }));
  return t("captain.flash.done", { what: changes.join(", "), runs: report ? t("captain.card.runs", report) : "" });
}
