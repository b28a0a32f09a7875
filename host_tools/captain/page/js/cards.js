// The boards that are plugged in, live: a card for each.

import { counted, t } from "./catalogue.js";
import { findings, ofNames } from "./diagnosis.js";
import { at, findingLines, html, say } from "./page.js";
import { equipment, held, play } from "./status_text.js";

export class Cards {
  #cards = new Map(); // board → its elements

  /** `boards` are those that are plugged in. */
  constructor(boards) {
    this.boards = boards;
    boards.addEventListener("change", () => this.show());
  }

  show() {
    const { all, speaking } = this.boards;
    for (const board of [...this.#cards.keys()]) if (!all.includes(board)) this.#remove(board);
    all.forEach((board, place) => this.#put(this.#card(board), place));
    all.forEach((board) => this.#fill(board));
    say(at("boards-count"), all.length ? counted("captain.count", all.length) : t("captain.none"));
    this.#between(ofNames(speaking.map(({ hello }) => hello.name)));
  }

  #put({ item }, place) {
    if (at("cards").children[place] !== item) at("cards").insertBefore(item, at("cards").children[place] ?? null);
  }

  #remove(board) {
    this.#cards.get(board).item.remove();
    this.#cards.delete(board);
  }

  #card(board) {
    if (!this.#cards.has(board)) this.#cards.set(board, this.#made(board));
    return this.#cards.get(board);
  }

  #made(board) {
    const parts = { name: html("h3"), state: html("p", { class: "state" }), about: html("p", { class: "quiet" }), wrong: html("ul", { class: "findings" }), forget: html("button", { type: "button" }) };
    parts.forget.onclick = () => this.boards.forget(board);
    parts.item = html("li", { class: "card" }, parts.name, parts.state, parts.about, parts.wrong, parts.forget);
    return parts;
  }

  #fill(board) {
    const parts = this.#cards.get(board);
    const { hello, status, fault } = board;
    say(parts.name, heading(board));
    say(parts.state, board.busy || (hello && !fault ? play(status) : ""));
    say(parts.about, hello && !fault ? facts(board) : "");
    say(parts.forget, t("captain.connect.forget"));
    parts.forget.setAttribute("aria-label", t("captain.connect.forget_board", { name: heading(board) }));
    const lines = board.busy || (!hello && !fault) ? [] : findings(board);
    const told = JSON.stringify(lines);
    if (parts.told !== told) parts.wrong.replaceChildren(...findingLines(lines));
    parts.told = told;
    parts.item.classList.toggle("wrong", lines.length > 0);
  }

  #between(lines) {
    const told = JSON.stringify(lines);
    if (this.told !== told) at("between").replaceChildren(...findingLines(lines));
    this.told = told;
  }
}

function heading({ hello, name, fault }) {
  if (!hello) return t(fault ? "captain.silent_port" : "captain.connect.asking");
  return hello.table ? t("captain.card.table", { table: hello.table, name }) : name;
}

/** Results, firmware, hardware. */
function facts({ hello, status, report }) {
  const told = [counted("captain.card.results", held(status))];
  if (report) told.push(t("captain.card.runs", report));
  if (status.hardware) told.push(equipment(status.hardware));
  if (hello.name) told.push(hello.board);
  return told.join(" · ");
}
