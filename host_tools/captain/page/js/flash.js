// View that flashes this page's firmware onto boards, in parallel, and offers files for new Picos.

import { awake } from "../../js/wake-lock.js";
import { FACTS } from "../facts.js";
import { counted, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, boardLabel, html, appendLog, setText } from "./page.js";

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
    byId("flash").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#flash();
    };
    byId("flash-all").onchange = () => this.#choices.forEach(({ box }) => (box.checked = byId("flash-all").checked));
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
    for (const board of all) if (!this.#choices.has(board)) this.#add(board);
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
  #add(board) {
    const box = html("input", { type: "checkbox" });
    const name = html("span");
    const bar = html("progress", { max: 1, value: 0, hidden: "" });
    const line = html("div", { class: "choice" }, html("label", { class: "tick" }, box, name), bar);
    byId("flash-boards").append(line);
    this.#choices.set(board, { line, box, name, bar });
  }

  async #flash() {
    byId("flash-answers").replaceChildren();
    const chosen = [...this.#choices].filter(([, { box }]) => box.checked).map(([board]) => board);
    if (!chosen.length) return appendLog(byId("flash-answers"), "", t("captain.flash.choose"), true);
    const forced = byId("flash-forced").checked;
    this.#running += chosen.length;
    awake(true);
    await Promise.all(chosen.map((board) => this.#flashBoard(board, forced)));
    awake(this.#running > 0);
  }

  /** @param {Board} board
   * @param {boolean} forced */
  async #flashBoard(board, forced) {
    const who = boardLabel(board);
    board.busy = t("captain.flash.busy");
    board.progress = { sent: 0, size: 0 };
    this.boards.notifyChange();
    /** @type {(sent: number, size: number) => void} */
    const showProgress = (sent, size) => {
      board.progress = { sent, size };
      this.show();
    };
    try {
      const done = await board.flash({ forced, report: showProgress });
      await board.setTime().catch(() => {}); // a board with a PIN refuses it until it is set up
      await board.query();
      appendLog(byId("flash-answers"), who, outcomeText(done, board));
    } catch (error) {
      appendLog(byId("flash-answers"), who, faultOf(error).text, true);
    } finally {
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

/** @param {{ sent: number, gone: number }} done
 * @param {Board} board */
function outcomeText({ sent, gone }, { report }) {
  const changes = [sent ? counted("captain.flash.sent", sent) : t("captain.flash.nothing")];
  if (gone) changes.push(counted("captain.flash.gone", gone));
  return t("captain.flash.done", { what: changes.join(", "), runs: report ? t("captain.card.runs", report) : "" });
}
