// The results of all boards: read, checked, shown by round and table, kept as files, printed as score cards.

import { download } from "../../js/download.js";
import { presetName, result, verdict } from "../../js/state-text.js";
import { FACTS } from "../facts.js";
import { counted, list, minus, t } from "./catalogue.js";
import { event } from "./event.js";
import { at, findingLines, html, say } from "./page.js";
import { faults, readAll } from "./reading.js";
import { csvFile, deskFile, rawFile, sides } from "./result_files.js";
import { scoreCards } from "./scorecards.js";
import { resultCode } from "./seal.js";

const HEADS = ["round", "table", "game", "result", "points", "code", "board", "check"];

export class Results {
  #read = null;

  constructor(boards) {
    this.boards = boards;
    at("read").onclick = () => this.#readAll();
    at("file-desk").onclick = () => keep(`${stem()}.jsonl`, deskFile(this.#read), "application/jsonl");
    at("file-lines").onclick = () => keep(`${stem()}-lines.txt`, rawFile(this.#read), "text/plain");
    at("file-csv").onclick = () => keep(`${stem()}.csv`, csvFile(this.#read), "text/csv");
    at("print-cards").onclick = () => this.#print();
  }

  /** In the language of the page. */
  speak() {
    say(at("results-event"), t(event.key ? "captain.results.sealed" : "captain.results.unsealed", { event: event.name || event.id }));
    at("lines-head").replaceChildren(...HEADS.map((name) => html("th", { scope: "col" }, t(`captain.results.${name}`))));
    if (this.#read) this.#show();
  }

  async #readAll() {
    at("read").disabled = true;
    say(at("results-answer"), t("captain.results.reading"));
    await this.boards.look();
    this.#read = await readAll(this.boards.all.filter(({ busy }) => !busy), event);
    at("read").disabled = false;
    this.#show();
  }

  #show() {
    const found = this.#read.flatMap((board) => board.lines.map((one) => ({ ...one, who: board.who })));
    const wrong = this.#read.flatMap(faults);
    const told = t("captain.results.told", { results: counted("captain.card.results", found.length), boards: counted("captain.count", this.#read.length) });
    say(at("results-answer"), `${told} ${wrong.length ? counted("captain.results.some_wrong", wrong.length) : t("captain.results.sound_all")}`);
    at("results-wrong").replaceChildren(...findingLines(wrong));
    at("results-read").hidden = !found.length;
    at("lines").replaceChildren(...found.sort(byPlace).map(row));
  }

  #print() {
    const cards = scoreCards(this.#read, event.name || event.id);
    at("print").replaceChildren(...cards);
    if (cards.length) print();
    else say(at("results-answer"), t("captain.results.no_cards"));
  }
}

/** By round, then by table; what says nothing comes last. */
function byPlace({ line: a }, { line: b }) {
  if (!a || !b) return Number(!a) - Number(!b);
  return a.round - b.round || a.table - b.table || a.game - b.game || a.n - b.n;
}

function row({ text, line, wrong, who }) {
  const check = html("td", { class: wrong ? "bad" : "good" }, wrong || t("captain.results.sound"));
  if (!line) return html("tr", {}, html("td", { colspan: HEADS.length - 2 }, html("code", {}, text)), html("td", {}, who), check);
  const cells = [line.round, line.table || "–", line.game, said(line), minus(sides(line, "points")), code(line), who];
  return html("tr", {}, ...cells.map((words) => html("td", {}, String(words))), check);
}

/** The line in words; round and game stand beside it. */
function said(line) {
  const told = JSON.parse(line.text);
  if (!line.sides.length) return result(told);
  const values = { scores: list(sides(line, "holes").match(/\w \S+/g)), verdict: verdict(told), signed: t(told.signed ? "result.signed" : "result.unsigned") };
  return t("captain.results.line", { ...values, preset: line.preset in FACTS.presets ? presetName(line.preset) : line.preset });
}

const code = ({ mac }) => resultCode(mac) || "–";
const keep = (name, text, type) => download(name, new Blob([text], { type }));
const stem = () => (event.name || event.id || t("captain.results.file")).replace(/[^\p{L}\p{N}._-]+/gu, "-");
