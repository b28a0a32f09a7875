// This page's firmware onto boards, side by side; and what a new Pico wants first.

import { awake } from "../../js/wake-lock.js";
import { FACTS } from "../facts.js";
import { counted, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { at, called, html, log, say } from "./page.js";

export class Flash {
  #choices = new Map(); // board → its line of the form
  #running = 0;

  constructor(boards) {
    this.boards = boards;
    at("flash").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#flash();
    };
    at("flash-all").onchange = ({ target }) => this.#choices.forEach(({ box }) => (box.checked = target.checked));
    boards.addEventListener("change", () => this.show());
    addEventListener("beforeunload", (leaving) => this.#running && leaving.preventDefault());
  }

  speak() {
    say(at("flash-about"), t("captain.flash.about", { version: FACTS.firmware }));
    this.show();
  }

  show() {
    const { all } = this.boards;
    for (const [board, { line }] of this.#choices) if (!all.includes(board) && !board.busy) line.remove(), this.#choices.delete(board);
    for (const board of all) if (!this.#choices.has(board)) this.#add(board);
    for (const [board, parts] of this.#choices) fill(board, parts);
    at("flash-none").hidden = this.#choices.size > 0;
  }

  /** The files for new Picos that this site carries. */
  async offerNewBoards() {
    const told = await fetch("new-boards.json").then((answer) => answer.json()).catch(() => []);
    at("new-none").hidden = told.length > 0;
    at("new-boards").replaceChildren(...told.map(({ file, board, chip, size }) => {
      const about = t("captain.new.file", { board: board || chip, chip, size: Math.ceil(size / 1024) });
      return html("li", {}, html("a", { href: file, download: file }, file), ` ${about}`);
    }));
  }

  #add(board) {
    const box = html("input", { type: "checkbox" });
    const name = html("span");
    const bar = html("progress", { max: 1, value: 0, hidden: "" });
    const line = html("div", { class: "choice" }, html("label", { class: "tick" }, box, name), bar);
    at("flash-boards").append(line);
    this.#choices.set(board, { line, box, name, bar });
  }

  async #flash() {
    at("flash-answers").replaceChildren();
    const chosen = [...this.#choices].filter(([, { box }]) => box.checked).map(([board]) => board);
    if (!chosen.length) return log(at("flash-answers"), "", t("captain.flash.choose"), true);
    const forced = at("flash-forced").checked;
    this.#running += chosen.length;
    awake(true);
    await Promise.all(chosen.map((board) => this.#one(board, forced)));
    awake(this.#running > 0);
  }

  async #one(board, forced) {
    const who = called(board);
    board.busy = t("captain.flash.busy");
    board.progress = { sent: 0, size: 0 };
    this.boards.changed();
    const tell = (sent, size) => {
      board.progress = { sent, size };
      this.show();
    };
    try {
      const done = await board.flash({ forced, tell });
      await board.tellTime().catch(() => {}); // one with a PIN waits until it is set up
      await board.look();
      log(at("flash-answers"), who, outcome(done, board));
    } catch (error) {
      log(at("flash-answers"), who, faultOf(error).words, true);
    } finally {
      this.#running--;
      board.busy = "";
      board.progress = null;
      this.boards.changed();
    }
  }
}

function fill(board, { name, bar }) {
  const runs = board.report ? t("captain.card.runs", board.report) : "";
  say(name, [called(board), board.busy || runs].filter(Boolean).join(" · "));
  bar.hidden = !board.progress;
  if (!board.progress) return;
  bar.max = board.progress.size || 1;
  bar.value = board.progress.sent;
  bar.setAttribute("aria-label", t("captain.flash.progress", { name: called(board) }));
}

function outcome({ sent, gone }, { report }) {
  const told = [sent ? counted("captain.flash.sent", sent) : t("captain.flash.nothing")];
  if (gone) told.push(counted("captain.flash.gone", gone));
  return t("captain.flash.done", { what: told.join(", "), runs: report ? t("captain.card.runs", report) : "" });
}
