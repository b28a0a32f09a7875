// View of all boards' results: reads and verifies them, shows them by round and table, saves files, prints score cards.

import { download } from "../../js/download.js";
import { presetName, resultText, verdictText } from "../../js/state-text.js";
import { FACTS } from "../facts.js";
import { counted, list, minus, t } from "./catalogue.js";
import { event } from "./event.js";
import { messageText } from "./fault.js";
import { byId, findingLines, html, setText } from "./page.js";
import { faultLines, readAll } from "./reading.js";
import { csvFile, deskFile, rawFile, sideValues } from "./result_files.js";
import { scoreCards } from "./scorecards.js";
import { ScannedResults } from "./scanned_results.js";

const HEADS = ["round", "table", "game", "result", "points", "code", "board", "check"];

export class Results {
  /** @type {BoardResults[] | null} */
  #read = null; // of boards on USB, once they were read

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    this.scanned = new ScannedResults(() => this.#show());
    byId("read").onclick = () => this.#readAll();
    byId("file-desk").onclick = () => saveFile(`${fileStem()}.jsonl`, deskFile(this.#all), "application/jsonl");
    byId("file-lines").onclick = () => saveFile(`${fileStem()}-lines.txt`, rawFile(this.#all), "text/plain");
    byId("file-csv").onclick = () => saveFile(`${fileStem()}.csv`, csvFile(this.#all), "text/csv");
    byId("print-cards").onclick = () => this.#print();
  }

  /** Shows the texts in the page's language. */
  showTexts() {
    setText(
      byId("results-event"),
      t(event.key ? "captain.results.sealed" : "captain.results.unsealed", { event: event.name || event.id }),
    );
    byId("lines-head").replaceChildren(
      ...HEADS.map((name) => html("th", { scope: "col" }, t(`captain.results.${name}`))),
    );
    this.scanned.showTexts();
    this.#show();
  }

  /** All results, those of boards that were read and those that were scanned, each once. */
  get #all() {
    const read = this.#read ?? [];
    const texts = new Set(read.flatMap(({ lines }) => lines.map(({ text }) => text)));
    const scanned = {
      ...this.scanned.results,
      lines: this.scanned.results.lines.filter(({ text }) => !texts.has(text)),
    };
    return [...read, ...(scanned.lines.length ? [scanned] : [])];
  }

  async #readAll() {
    byId("read").disabled = true;
    setText(byId("results-answer"), t("captain.results.reading"));
    await this.boards.queryAll();
    this.#read = await readAll(
      this.boards.all.filter(({ busy }) => !busy),
      event,
    );
    byId("read").disabled = false;
    this.#show();
  }

  #show() {
    const read = this.#all;
    byId("results-read").hidden = true;
    if (!this.#read && !read.length) return setText(byId("results-answer"), "");
    const lines = read.flatMap((board) => board.lines.map((line) => ({ ...line, who: board.who })));
    const wrong = read.flatMap(faultLines);
    const summary = t("captain.results.told", {
      results: counted("captain.card.results", lines.length),
      boards: counted("captain.count", read.length),
    });
    setText(
      byId("results-answer"),
      `${summary} ${wrong.length ? counted("captain.results.some_wrong", wrong.length) : t("captain.results.sound_all")}`,
    );
    byId("results-wrong").replaceChildren(...findingLines(wrong));
    byId("results-unfinished").replaceChildren(
      ...read.flatMap(({ who, unfinished }) =>
        unfinished
          ? html("li", {}, t("captain.results.unfinished", { board: who, state: messageText(unfinished) }))
          : [],
      ),
    );
    byId("results-read").hidden = !lines.length;
    byId("lines").replaceChildren(...lines.sort(comparePlaces).map(tableRow));
    return undefined;
  }

  #print() {
    const cards = scoreCards(this.#all, event.name || event.id);
    byId("print").replaceChildren(...cards);
    if (cards.length) print();
    else setText(byId("results-answer"), t("captain.results.no_cards"));
  }
}

/** Orders lines by round, table and game; unreadable ones come last.
 * @param {VerifiedLine} one
 * @param {VerifiedLine} other */
function comparePlaces({ line: a }, { line: b }) {
  if (!a || !b) return Number(!a) - Number(!b);
  return a.round - b.round || a.table - b.table || a.game - b.game || a.n - b.n;
}

/** @param {VerifiedLine & { who: string }} line */
function tableRow({ text, line, wrong, who }) {
  const check = html("td", { class: wrong ? "bad" : "good" }, wrong || t("captain.results.sound"));
  if (!line)
    return html(
      "tr",
      {},
      html("td", { colspan: HEADS.length - 2 }, html("code", {}, text)),
      html("td", {}, who),
      check,
    );
  const cells = [
    line.round,
    line.table || "–",
    line.game,
    lineText(text, line),
    minus(sideValues(line, "points")),
    line.code || "–",
    who,
  ];
  return html("tr", {}, ...cells.map((cell) => html("td", {}, String(cell))), check);
}

/** A line's scores and verdict as text.
 * @param {string} text
 * @param {ParsedLine} line */
function lineText(text, line) {
  const fields = JSON.parse(text);
  if (!line.sides.length) return resultText(fields);
  const values = {
    scores: list(sideValues(line, "holes").match(/\w \S+/g) ?? []),
    verdict: verdictText(fields),
    signed: t(fields.signed ? "result.signed" : "result.unsigned"),
  };
  return t("captain.results.line", {
    ...values,
    preset: FACTS.presets.includes(line.preset) ? presetName(line.preset) : line.preset,
  });
}

/** @type {(name: string, text: string, type: string) => void} */
const saveFile = (name, text, type) => download(name, new Blob([text], { type }));
const fileStem = () => (event.name || event.id || t("captain.results.file")).replace(/[^\p{L}\p{N}._-]+/gu, "-");
