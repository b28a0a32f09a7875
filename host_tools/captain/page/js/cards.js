// View of the boards that are plugged in, live: a card for each.

import { counted, t } from "./catalogue.js";
import { faultOf, messageText } from "./fault.js";
import { byId, findingLines, html, placeItem, setText } from "./page.js";
import { pinFields } from "./pin_fields.js";
import { problems } from "./python.js";

/** @typedef {import("./board.js").Board} Board */

/** A board's elements; `shown`: its findings as JSON.
 * @typedef {{ item: HTMLElement, name: HTMLElement, state: HTMLElement, about: HTMLElement, wrong: HTMLElement, light: HTMLElement, forget: HTMLElement, shown: string }} Card */

export class Cards {
  /** @type {Map<Board, Card>} */
  #cards = new Map();
  /** @type {import("./fault.js").Fault[]} */
  #shared = []; // what is wrong with what boards share
  #asked = ""; // the replies by which it was found
  #shownShared = "";

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    boards.addEventListener("change", () => this.showTexts());
  }

  /** Shows all boards, in the page's language. */
  showTexts() {
    const { all, answering, known } = this.boards;
    for (const board of [...this.#cards.keys()]) if (!known.includes(board)) this.#remove(board);
    known.forEach((board, place) => placeItem(byId("cards"), this.#elementsOf(board).item, place));
    known.forEach((board) => this.#update(board));
    setText(byId("boards-count"), all.length ? counted("captain.count", all.length) : t("captain.none"));
    this.#showShared(answering.flatMap(({ hello }) => hello ?? []));
  }

  /** @param {Board} board */
  #remove(board) {
    this.#cards.get(board)?.item.remove();
    this.#cards.delete(board);
  }

  /** @param {Board} board */
  #elementsOf(board) {
    const card = this.#cards.get(board) ?? this.#create(board);
    this.#cards.set(board, card);
    return card;
  }

  /** @param {Board} board
   * @returns {Card} */
  #create(board) {
    const parts = {
      name: html("h3"),
      state: html("p", { class: "state" }),
      about: html("p", { class: "quiet" }),
      wrong: html("ul", { class: "findings" }),
      light: html("button", { type: "button" }),
      forget: html("button", { type: "button" }),
    };
    parts.light.onclick = () => lightUp(board);
    parts.forget.onclick = () => this.boards.forget(board);
    const buttons = html("p", { class: "buttons" }, parts.light, parts.forget);
    const item = html("li", { class: "card" }, parts.name, parts.state, parts.about, parts.wrong, buttons);
    return { ...parts, item, shown: "" };
  }

  /** @param {Board} board */
  #update(board) {
    const parts = this.#elementsOf(board);
    const { hello, status, fault, pulled } = board;
    const shows = status && (!fault || pulled);
    setText(parts.name, heading(board));
    setText(parts.state, board.busy || (shows ? board.stateText : ""));
    setText(parts.about, aboutText(board));
    setText(parts.light, t("captain.connect.light"));
    parts.light.setAttribute("aria-label", t("captain.connect.light_board", { name: heading(board) }));
    parts.light.hidden = pulled || Boolean(board.busy) || !hello || Boolean(fault);
    setText(parts.forget, t("captain.connect.forget"));
    parts.forget.setAttribute("aria-label", t("captain.connect.forget_board", { name: heading(board) }));
    const lines = pulled || board.busy || (!hello && !fault) ? [] : board.faults.map(finding);
    const shown = JSON.stringify(lines);
    if (parts.shown !== shown) parts.wrong.replaceChildren(...findingLines(lines));
    parts.shown = shown;
    parts.item.classList.toggle("wrong", lines.length > 0);
    parts.item.classList.toggle("pulled", pulled);
  }

  /** Shows what is wrong with ids, tables and names that several boards have.
   * @param {HelloReply[]} hellos */
  async #showShared(hellos) {
    const asked = JSON.stringify(hellos);
    if (this.#asked !== asked) {
      this.#asked = asked;
      this.#shared = await problems("shared", hellos).catch(() => []); // each board's query reports the error
    }
    const lines = this.#shared.map(finding);
    const shown = JSON.stringify(lines);
    if (this.#shownShared !== shown) byId("between").replaceChildren(...findingLines(lines));
    this.#shownShared = shown;
  }
}

/** @type {(fault: import("./fault.js").Fault) => Finding} */
const finding = ({ wrong, advice }) => ({ wrong, advice });

/** Lights a board up, and says so, or why it cannot be.
 * @param {Board} board */
async function lightUp(board) {
  const { name } = board;
  try {
    await board.lightUp(pinFields());
    setText(byId("connect-answer"), t("captain.connect.lit", { name }));
  } catch (error) {
    const fault = faultOf(error);
    if (fault.remedy.startsWith("pin-")) byId("boards-pin").hidden = false;
    setText(byId("connect-answer"), t("captain.results.of_board", { board: name, words: fault.text }));
  }
}

/** What is below the state of play: that the cable is out, or the board's facts.
 * @param {Board} board */
function aboutText({ hello, status, report, described, fault, pulled }) {
  if (pulled) return t("captain.card.pulled", { board: hello?.board });
  return hello && status && !fault ? factsText(hello, status, report, described) : "";
}

/** @param {Board} board */
function heading({ hello, name, fault }) {
  if (!hello) return t(fault ? "captain.silent_port" : "captain.connect.asking");
  return hello.table ? t("captain.card.table", { table: hello.table, name }) : name;
}

/** A board's number of results, firmware, hardware and serial number, as one text.
 * @param {HelloReply} hello
 * @param {StatusReply} status
 * @param {SelftestReply | null} report
 * @param {Description | null} described */
function factsText(hello, status, report, described) {
  const parts = [counted("captain.card.results", status.held)];
  if (report) parts.push(t("captain.card.runs", report));
  if (described?.hardware) parts.push(messageText(described.hardware));
  parts.push(hello.board);
  return parts.join(" · ");
}
