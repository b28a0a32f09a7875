// View that tests a board just built: what a meter reads, then one test after another; on a failure the parts to suspect.

import { FACTS } from "../facts.js";
import { carrierPicture } from "./carrier_picture.js";
import { language, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, html, setOptions, setText } from "./page.js";
import { pinFields } from "./pin_fields.js";
import { answerText } from "./setup.js";

/** A place to look: suspects as [part, places], the number of the reading that tells more, and where it leads.
 * @typedef {[suspects: [string, string[]][], ask?: number, then?: Record<string, any>]} Node
 * @typedef {[way: string, first: string, second: string, key: string, group: string, right: string]} Reading
 * @typedef {{ build: string, tracks: number, readings: Reading[], rail_mv: number[], battery_mv: number[], parts: string[],
 *   keys: Record<string, string>, hardware: Record<string, number | boolean>, symptoms: Record<string, string>, trees: Record<string, Record<string, Node>> }} BuildData */

const POLL_MS = 400;
const NAMED = 3;
const NOT_MEASURED = -1; // a cell's voltage, of boards without a cell
const OTHER = "something"; // a result that no single fault gives

export class BringUp {
  /** @type {BuildData | null} */
  #data = null;
  /** @type {import("./carrier_picture.js").Carrier | null} */
  #carrier = null;
  #step = 0;
  /** @type {Node | null} */
  #node = null; // where the dialogue about a failure stands
  #cause = ""; // the test that failed, as text
  #last = ""; // keys down at the last poll
  #asking = false;

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    setOptions(
      byId("bring-build"),
      FACTS.builds.map((/** @type {string} */ build) => [build, build]),
    );
    byId("bring-build").onchange = () => this.#data && this.#load();
    byId("bring-start").onclick = () => this.#load();
    byId("bring-light").onclick = () => this.#light();
    byId("bring-set").onclick = () => this.#set();
    byId("bring-back").onclick = () => this.#goTo(Math.max(this.#step - 1, 0));
    byId("bring-mended").onclick = () => this.#goTo(this.#step);
    setInterval(() => this.#poll(), POLL_MS);
    boards.addEventListener("change", () => this.#showBoards());
  }

  /** Shows everything in the page's language. */
  showTexts() {
    this.#showBoards();
    if (this.#data) this.#show();
  }

  get #shown() {
    return !byId("view-bring-up").hidden;
  }

  get #board() {
    return this.boards.answering.find(({ uid }) => uid === byId("bring-board").value);
  }

  #showBoards() {
    const found = this.boards.answering.map((board) => [board.uid, board.name]);
    byId("bring-set").hidden = !found.length;
    setOptions(byId("bring-board"), found.length ? found : [["", t("captain.bring_up.no_board")]]);
  }

  /** Fetches what is known of the chosen build, and begins with the first test. */
  async #load() {
    try {
      this.#carrier ??= await fetchJson("carrier.json");
      this.#data = await fetchJson(`${byId("bring-build").value}.json`);
    } catch (error) {
      setText(byId("bring-wrong"), faultOf(error).text);
      return;
    }
    setText(byId("bring-wrong"), "");
    setText(byId("bring-set-answer"), "");
    this.#goTo(0);
  }

  /** Begins with a test.
   * @param {number} step */
  #goTo(step) {
    this.#step = step;
    this.#node = null;
    this.#last = "";
    this.#show();
  }

  /** The tests in order, each with its right result. */
  get #steps() {
    return Object.entries(this.#data?.symptoms ?? {});
  }

  #show() {
    byId("bring-dialogue").hidden = false;
    this.#showReadings();
    this.#showStep();
    this.#showNode();
  }

  /** Lists what a meter reads, by group; a press on a line says that it reads otherwise. */
  #showReadings() {
    const { readings, trees } = /** @type {BuildData} */ (this.#data);
    const groups = [...new Set(readings.map(([, , , , group]) => group))].filter(Boolean);
    byId("bring-readings").replaceChildren(
      ...groups.map((group) => {
        const lines = readings
          .map((reading, number) => ({ reading, number }))
          .filter(({ reading }) => reading[4] === group);
        const rows = lines
          .filter(({ number }) => trees[number])
          .map(({ reading, number }) => this.#readingRow(reading, number));
        return html(
          "details",
          {},
          html("summary", {}, t(`captain.bring_up.group.${group}`)),
          html("ul", { class: "log" }, ...rows),
        );
      }),
    );
  }

  /** @param {Reading} reading
   * @param {number} number */
  #readingRow(reading, number) {
    const button = html("button", { type: "button" }, t("captain.bring_up.otherwise"));
    const row = html("li", {}, `${readingText(reading)}: `, html("b", {}, shownText(reading[5])), " ", button);
    button.onclick = () =>
      row.replaceChildren(`${readingText(reading)}: `, ...this.#choices(String(number), shownText));
    return row;
  }

  /** Buttons for the results that faults give in a test.
   * @param {string} name
   * @param {(shown: string) => string} text */
  #choices(name, text) {
    const outcomes = this.#data?.trees[name] ?? {};
    const button = (/** @type {string} */ shown) => {
      const made = html("button", { type: "button" }, text(shown));
      made.onclick = () => this.#fail(name, shown);
      return made;
    };
    return [...Object.keys(outcomes), OTHER].map(button);
  }

  /** Asks for the test whose turn it is. */
  #showStep() {
    const step = this.#steps[this.#step];
    setText(
      byId("bring-count"),
      t("captain.bring_up.step", { step: Math.min(this.#step + 1, this.#steps.length), of: this.#steps.length }),
    );
    byId("bring-light").hidden = !step?.[0].startsWith("track ") || !this.#board;
    if (!step) {
      setText(byId("bring-ask"), t("captain.bring_up.done"));
      byId("bring-answers").replaceChildren();
      return;
    }
    const [name, right] = step;
    setText(byId("bring-ask"), askText(name));
    const good = html("button", { type: "button", class: "first" }, seenText(name, right));
    good.onclick = () => this.#pass();
    byId("bring-answers").replaceChildren(good, ...this.#choices(name, (seen) => seenText(name, seen)));
  }

  #pass() {
    this.#goTo(this.#step + 1);
  }

  /** A test gave something else than it should.
   * @param {string} name
   * @param {string} result */
  #fail(name, result) {
    const data = /** @type {BuildData} */ (this.#data);
    const outcomes = data.trees[name] ?? {};
    this.#node = outcomes[result] ?? mostSuspects(outcomes);
    const reading = data.readings[Number(name)];
    this.#cause = reading
      ? `${readingText(reading)}: ${shownText(result)}`
      : `${askText(name)} ${seenText(name, result)}`;
    this.#showNode();
    byId("bring-found").scrollIntoView({ block: "nearest" });
  }

  /** Shows the parts to suspect, where they are, and the reading to take. */
  #showNode() {
    const node = this.#node;
    byId("bring-found").hidden = !node;
    if (!node || !this.#data) return;
    const [suspects, ask, then] = node;
    setText(byId("bring-cause"), this.#cause);
    byId("bring-suspects").replaceChildren(
      ...suspects
        .slice(0, NAMED)
        .map(([ref, places]) => html("li", {}, html("b", {}, ref), this.#placesText(ref, places))),
    );
    this.#showPicture(suspects.slice(0, NAMED).map(([ref]) => ref));
    const reading = ask === undefined ? null : this.#data.readings[ask];
    setText(
      byId("bring-reading"),
      reading
        ? t("captain.bring_up.take", { reading: readingText(reading), right: shownText(reading[5]) })
        : t("captain.bring_up.last"),
    );
    byId("bring-shows").replaceChildren(
      ...Object.entries(then ?? {}).map(([shown, next]) => this.#showsButton(shown, next)),
    );
  }

  /** @param {string} shown
   * @param {Node} next */
  #showsButton(shown, next) {
    const button = html("button", { type: "button" }, shownText(shown));
    button.onclick = () => {
      this.#node = next;
      this.#showNode();
    };
    return button;
  }

  /** @param {string[]} lit */
  #showPicture(lit) {
    const { parts } = /** @type {BuildData} */ (this.#data);
    const picture =
      this.#carrier && parts.length ? [carrierPicture(this.#carrier, new Set(parts), lit, lit.join(", "))] : [];
    byId("bring-picture").replaceChildren(...picture);
  }

  /** Where to look at a part: its pins, or the key it is.
   * @param {string} ref
   * @param {string[]} places */
  #placesText(ref, places) {
    const key = this.#data?.keys[ref];
    if (key) return t("captain.bring_up.of_key", { key: keyText(key) });
    const pins = places.filter((place) => place !== ref);
    return pins.length ? `: ${pins.join(", ")}` : "";
  }

  /** Tells the board what the build has, as the command of its book does. */
  async #set() {
    const board = this.#board;
    if (!this.#data || !board) return;
    try {
      const replies = await board.request("configure", { ...this.#data.hardware, ...pinFields() });
      await board.query();
      setText(byId("bring-set-answer"), answerText(replies));
    } catch (error) {
      setText(byId("bring-set-answer"), faultOf(error).text);
    } finally {
      this.boards.notifyChange();
    }
  }

  /** Starts the light test on the board. */
  async #light() {
    try {
      await this.#board?.request("selftest", { lights: true });
    } catch (error) {
      setText(byId("bring-wrong"), faultOf(error).text);
    }
  }

  /** Takes what the board itself says about the test whose turn it is. */
  async #poll() {
    const [name, right] = this.#steps[this.#step] ?? [];
    const board = this.#board;
    if (!name || !board || this.#asking || this.#node || !this.#shown || board.busy) return;
    this.#asking = true;
    try {
      const [report] = await board.request(name === "battery_mv" ? "status" : "selftest");
      if (name === this.#steps[this.#step]?.[0] && !this.#node) this.#take(name, right, report);
    } catch {
      this.#last = "";
    } finally {
      this.#asking = false;
    }
  }

  /** @param {string} name
   * @param {string} right
   * @param {SelftestReply & { battery?: { mv: number } }} report */
  #take(name, right, report) {
    const keys = (report.keys_down ?? []).join(" ");
    const steady = keys === this.#last;
    this.#last = keys;
    if (name === "answers") this.#result(name, "yes", right);
    if (name === "module" && report.note_codes?.some(({ code }) => code === "voice-silent"))
      this.#result(name, "module-silent", right);
    if (name === "rail_mv") this.#result(name, voltage(report.rail_mv ?? 0, this.#data?.rail_mv ?? []), right);
    const mv = report.battery?.mv ?? NOT_MEASURED;
    if (name === "battery_mv" && mv !== NOT_MEASURED)
      this.#result(name, voltage(mv, this.#data?.battery_mv ?? []), right);
    if (name.startsWith("key") && steady && (keys || name === "keys")) this.#result(name, keys, right);
  }

  /** @param {string} name
   * @param {string} result
   * @param {string} right */
  #result(name, result, right) {
    if (result === right) this.#pass();
    else this.#fail(name, result);
  }
}

/** @param {string} name */
async function fetchJson(name) {
  const response = await fetch(`bring_up/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

/** The node with most suspects: of a result that no single fault gives.
 * @param {Record<string, Node>} outcomes */
const mostSuspects = (outcomes) => Object.values(outcomes).sort(([a], [b]) => b.length - a.length)[0] ?? null;

/** @type {(millivolts: number, range: number[]) => string} */
const voltage = (millivolts, [least, most]) => (millivolts < least ? "low" : millivolts > most ? "high" : "right");

/** @param {Reading} reading */
const readingText = ([way, first, second, key]) =>
  t(`captain.bring_up.way.${way}`, { first, second, key: keyText(key) });

/** What a meter shows, in the reader's language.
 * @param {string} shown
 * @returns {string} */
function shownText(shown) {
  if (shown.startsWith("rise ")) return t("captain.bring_up.shows.rise", { shown: shownText(shown.slice(5)) });
  const [number, unit] = shown.split(" ");
  if (!unit) return t(`captain.bring_up.shows.${shown}`);
  return `${Number(number).toLocaleString(language, { maximumFractionDigits: 2 })} ${unit}`;
}

/** What to do for a test.
 * @param {string} name */
function askText(name) {
  const [kind, ...rest] = name.split(" ");
  return t(`captain.bring_up.ask.${kind}`, { name: keyText(rest[0] ?? ""), line: rest[1] ?? "" });
}

/** A result of a test.
 * @param {string} name
 * @param {string} seen */
function seenText(name, seen) {
  if (name.startsWith("offered") && Number(seen)) return `${seen} mA`;
  if (seen === OTHER || !name.startsWith("key")) return t(`captain.bring_up.seen.${seen}`);
  return seen ? seen.split(" ").map(keyText).join(", ") : t("captain.bring_up.seen.no_key");
}

/** A key's name as its face says.
 * @param {string} key */
const keyText = (key) => key.replace("<", " BACK");
