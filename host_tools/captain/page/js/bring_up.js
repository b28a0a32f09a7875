// View that tests a board just built: what a meter reads, then one test after another; on a failure the parts to suspect.

import { FACTS } from "../facts.js";
import { carrierPicture } from "./carrier_picture.js";
import { language, t } from "./catalogue.js";
import { faultOf } from "./fault.js";
import { byId, html, setOptions, setText } from "./page.js";
import { pinFields } from "./pin_fields.js";
import { answerText } from "./setup.js";

/** What host_tools/hardware/bring_up.py writes. Places to look at: `R21`, `J7.2`, `Pico 15`.
 * @typedef {[group: string, way: string, first: string, second: string, right: string, parts: string[]]} Reading
 * @typedef {[name: string, right: string, wrong: Record<string, string[]>]} Test
 * @typedef {{ tests: number[], readings: number[], parts: string[], hardware: Record<string, number | boolean> }} Build
 * @typedef {{ readings: Reading[], tests: Test[], builds: Record<string, Build>, keys: Record<string, string>,
 *   rail_mv: number[], battery_mv: number[] }} Data */

const POLL_MS = 400;
const NOT_MEASURED = -1; // a cell's voltage, of boards without a cell
const OTHER = "something"; // a result that is none of those listed

export class BringUp {
  /** @type {Data | null} */
  #data = null;
  /** @type {import("./carrier_picture.js").Carrier | null} */
  #carrier = null;
  #step = 0;
  /** @type {string[]} */
  #places = []; // to look at, after a test or a reading that was not right
  #cause = ""; // that test or reading, as text
  #last = ""; // keys down at the last poll
  #asking = false;
  /** @type {Record<string, string>} */
  #seen = {}; // the last result of each test, by its name

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

  /** Fetches what is known of builds, and begins with the chosen one's first test. */
  async #load() {
    this.#seen = {};
    try {
      this.#carrier ??= await fetchJson("carrier.json");
      await this.#fetch();
    } catch (error) {
      setText(byId("bring-wrong"), faultOf(error).text);
      return;
    }
    setText(byId("bring-wrong"), "");
    setText(byId("bring-set-answer"), "");
    this.#goTo(0);
  }

  async #fetch() {
    this.#data ??= await fetchJson("builds.json");
  }

  /** Resolves to what a proof wants to know of a whole board: the chosen build, what is asked of it, what was seen. */
  async known() {
    await this.#fetch();
    return {
      build: byId("bring-build").value,
      readings: this.#readings,
      tests: this.#steps,
      seen: this.#seen,
    };
  }

  /** Begins with a test.
   * @param {number} step */
  #goTo(step) {
    this.#step = step;
    this.#places = [];
    this.#last = "";
    this.#show();
  }

  /** @returns {Build | undefined} */
  get #build() {
    return this.#data?.builds[byId("bring-build").value];
  }

  /** The tests in order.
   * @returns {Test[]} */
  get #steps() {
    return this.#build?.tests.map((number) => /** @type {Data} */ (this.#data).tests[number]) ?? [];
  }

  /** @returns {Reading[]} */
  get #readings() {
    return this.#build?.readings.map((number) => /** @type {Data} */ (this.#data).readings[number]) ?? [];
  }

  #show() {
    byId("bring-dialogue").hidden = false;
    this.#showReadings();
    this.#showStep();
    this.#showFound();
  }

  /** Lists what a meter reads, by group. */
  #showReadings() {
    const groups = [...new Set(this.#readings.map(([group]) => group))];
    byId("bring-readings").replaceChildren(
      ...groups.map((group) =>
        html(
          "details",
          {},
          html("summary", {}, t(`captain.bring_up.group.${group}`)),
          html("ul", { class: "log" }, ...this.#rows(this.#readings.filter(([own]) => own === group))),
        ),
      ),
    );
  }

  /** Lines of readings; a press on one says that it reads otherwise.
   * @param {Reading[]} readings */
  #rows(readings) {
    return readings.map((reading) => {
      const [, , , , right, parts] = reading;
      const button = html("button", { type: "button" }, t("captain.bring_up.otherwise"));
      const not = t("captain.bring_up.not", { reading: readingText(reading), right: shownText(right) });
      button.onclick = () => this.#suspect(not, parts);
      return html("li", {}, `${readingText(reading)}: `, html("b", {}, shownText(right)), " ", button);
    });
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
    const [name, right, wrong] = step;
    setText(byId("bring-ask"), askText(name));
    const answers = [...new Set([right, ...Object.keys(wrong), OTHER])].map((seen) => {
      const button = html("button", { type: "button", class: seen === right ? "first" : "" }, seenText(name, seen));
      button.onclick = () => this.#result(name, seen);
      return button;
    });
    byId("bring-answers").replaceChildren(...answers);
  }

  /** Takes what was seen, or what the board said, in a test.
   * @param {string} name
   * @param {string} seen */
  #result(name, seen) {
    const [, right, wrong] = this.#steps[this.#step];
    this.#seen[name] = seen;
    if (seen === right) {
      this.#goTo(this.#step + 1);
      return;
    }
    const known = wrong[seen] ?? Object.values(wrong).flat();
    // Of keys that are down and should not be, the places of each of their own tests.
    const keys = seen.split(" ").flatMap((key) => Object.values(this.#testOf(`key ${key}`)?.[2] ?? {}).flat());
    this.#suspect(`${askText(name)} ${seenText(name, seen)}`, [...new Set([...known, ...keys])]);
  }

  /** @param {string} name */
  #testOf(name) {
    return this.#steps.find(([own]) => own === name);
  }

  /** Names places to look at.
   * @param {string} cause what was not right
   * @param {string[]} places */
  #suspect(cause, places) {
    this.#cause = cause;
    this.#places = places;
    this.#showFound();
    byId("bring-found").scrollIntoView({ block: "nearest" });
  }

  /** Shows the parts to suspect, where they are, and the readings that tell which of them it is. */
  #showFound() {
    byId("bring-found").hidden = !this.#places.length;
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const place of this.#places) {
      const part = partOf(place);
      places.set(part, [...(places.get(part) ?? []), place]);
    }
    setText(byId("bring-cause"), this.#cause);
    byId("bring-suspects").replaceChildren(
      ...[...places].map(([part, own]) => html("li", {}, html("b", {}, part), this.#placesText(part, own))),
    );
    this.#showPicture([...places.keys()]);
    const readings = this.#readings.filter(([, , , , , parts]) => parts.every((part) => places.has(part)));
    setText(byId("bring-reading"), t(`captain.bring_up.${readings.length ? "take" : "last"}`));
    byId("bring-shows").replaceChildren(...this.#rows(readings));
  }

  /** @param {string[]} lit */
  #showPicture(lit) {
    const parts = this.#build?.parts ?? [];
    const picture = this.#carrier ? [carrierPicture(this.#carrier, new Set(parts), lit, lit.join(", "))] : [];
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
    const build = this.#build;
    if (!build || !board) return;
    try {
      const replies = await board.request("configure", { ...build.hardware, ...pinFields() });
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
    const [name] = this.#steps[this.#step] ?? [];
    const board = this.#board;
    if (!name || !board || this.#asking || this.#places.length || !this.#shown || board.busy) return;
    this.#asking = true;
    try {
      const [report] = await board.request(name === "battery_mv" ? "status" : "selftest");
      if (name === this.#steps[this.#step]?.[0] && !this.#places.length) this.#take(name, report);
    } catch {
      this.#last = "";
    } finally {
      this.#asking = false;
    }
  }

  /** @param {string} name
   * @param {SelftestReply & { battery?: { mv: number } }} report */
  #take(name, report) {
    const keys = (report.keys_down ?? []).join(" ");
    const steady = keys === this.#last;
    this.#last = keys;
    if (name === "answers") this.#result(name, "yes");
    if (name === "module" && report.note_codes?.some(({ code }) => code === "voice-silent"))
      this.#result(name, "module-silent");
    if (name === "rail_mv") this.#result(name, voltage(report.rail_mv ?? 0, this.#data?.rail_mv ?? []));
    const mv = report.battery?.mv ?? NOT_MEASURED;
    if (name === "battery_mv" && mv !== NOT_MEASURED) this.#result(name, voltage(mv, this.#data?.battery_mv ?? []));
    if (name.startsWith("key") && steady && (keys || name === "keys")) this.#result(name, keys);
  }
}

/** @param {string} name */
async function fetchJson(name) {
  const response = await fetch(`bring_up/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

/** @type {(millivolts: number, range: number[]) => string} */
const voltage = (millivolts, [least, most]) => (millivolts < least ? "low" : millivolts > most ? "high" : "right");

/** The part that a place is of.
 * @param {string} place */
const partOf = (place) => (place.startsWith("Pico") ? "U1" : place.split(".")[0]);

/** @param {Reading} reading */
const readingText = ([, way, first, second]) => t(`captain.bring_up.way.${way}`, { first, second });

/** What a meter shows, in the reader's language; of neighbouring contacts those that are not open too.
 * @param {string} shown
 * @returns {string} */
function shownText(shown) {
  const parts = shown.split("; ");
  if (parts.length > 1) return parts.map(shownText).join("; ");
  const [, pins, read] = /^(\d+–\d+) ([^V]+)$/.exec(shown) ?? [];
  if (pins) return `${pins}: ${shownText(read)}`;
  if (shown.startsWith("rise ")) return t("captain.bring_up.shows.rise", { shown: shownText(shown.slice(5)) });
  if (!/\d/.test(shown)) return t(`captain.bring_up.shows.${shown}`);
  return shown.replace(/[\d.]+/g, (number) =>
    Number(number).toLocaleString(language, { maximumFractionDigits: 2, useGrouping: false }),
  );
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
