// Results whose codes were scanned, table by table: kept in the browser until they are forgotten.

import { Camera, hasCamera, readPhotos } from "../../js/code-reader.js";
import { unpackResult } from "../../js/result-link.js";
import { readSetting, saveSetting } from "../../js/settings-storage.js";
import { counted, list, t } from "./catalogue.js";
import { event } from "./event.js";
import { byId, setText } from "./page.js";
import { seated } from "./seating.js";
import { verifyLines } from "./verify_lines.js";

const SETTING = "scanned results";

export class ScannedResults {
  /** @type {BoardResults} */
  results = { who: "", uid: "", name: "", lines: [], faults: [], unfinished: null };
  #run = 0; // how often the lines have been verified
  #camera = new Camera(byId("scan-video"), (text) => this.take(text));

  /** `onChange()` is called when there are more results, or none any more.
   * @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    byId("scan-start").onclick = () => this.#toggleCamera();
    byId("scan-photo").onchange = () => this.#readPhotos();
    byId("scan-text").onchange = () => this.take(byId("scan-text").value);
    byId("scan-forget").onclick = () => this.#forget();
    byId("scan").ontoggle = () => byId("scan").open || this.#stopCamera();
    // The device's own camera opens each link in a page of its own.
    addEventListener("storage", () => this.#verify());
    this.#verify();
  }

  /** Adds the result in the address of this page, if it holds one; returns whether it does.
   * @param {string} fragment */
  isResult(fragment) {
    return unpackResult(fragment) !== null && this.take(fragment);
  }

  /** Adds the result in a link; returns false if it holds none.
   * @param {string} link */
  take(link) {
    const line = unpackResult(link);
    byId("scan").open = true;
    if (line === null) return (setText(byId("scan-answer"), t("captain.scan.no_result")), false);
    const lines = scannedLines();
    if (!lines.includes(line)) {
      saveSetting(SETTING, JSON.stringify([...lines, line]));
      this.#verify();
    }
    byId("scan-text").value = "";
    return true;
  }

  /** Shows the texts in the page's language. */
  showTexts() {
    this.results.who = t("captain.scan.who");
    setText(byId("scan-start"), t(this.#camera.on ? "captain.scan.stop" : "captain.scan.start"));
    byId("scan-start").hidden = !hasCamera;
    byId("scan-forget").hidden = !this.results.lines.length;
    this.#showCount();
  }

  /** How many tables have been scanned, of those on the round's seating list if that is known. */
  #showCount() {
    const places = this.results.lines.flatMap(({ line }) => (line ? [line] : []));
    if (!places.length) return setText(byId("scan-missing"), "");
    const round = seated();
    const tables = new Set(places.filter((line) => !round || line.round === round.round).map(({ table }) => table));
    const missing = round ? round.tables.filter((table) => !tables.has(table)) : [];
    const results = counted("captain.card.results", this.results.lines.length);
    const count = round
      ? t("captain.scan.of_tables", { tables: tables.size, total: round.tables.length })
      : t("captain.scan.count", { results, tables: counted("captain.scan.tables", tables.size) });
    setText(byId("scan-answer"), count);
    return setText(
      byId("scan-missing"),
      missing.length ? t("captain.scan.missing", { tables: list(missing.map(String)) }) : "",
    );
  }

  async #verify() {
    const run = ++this.#run;
    /** @type {VerifiedLine[]} */
    const lines = [];
    // Each by itself: of a board's chain only single links are here.
    for (const text of scannedLines()) lines.push(...(await verifyLines([text], event)));
    if (run !== this.#run || (!lines.length && !this.results.lines.length)) return;
    this.results.lines = lines;
    this.showTexts();
    this.onChange();
  }

  async #readPhotos() {
    const texts = await readPhotos(byId("scan-photo").files ?? []).catch(() => []);
    if (!texts.length) setText(byId("scan-answer"), t("captain.scan.no_result"));
    texts.forEach((text) => this.take(text));
  }

  async #toggleCamera() {
    if (this.#camera.on) return this.#stopCamera();
    await this.#camera.start().catch(() => setText(byId("scan-answer"), t("captain.scan.no_camera")));
    return this.showTexts();
  }

  #stopCamera() {
    this.#camera.stop();
    this.showTexts();
  }

  #forget() {
    if (!confirm(t("captain.scan.forget_sure"))) return;
    saveSetting(SETTING, "[]");
    this.#verify();
  }
}

/** @returns {string[]} */
const scannedLines = () => JSON.parse(readSetting(SETTING, "[]"));
