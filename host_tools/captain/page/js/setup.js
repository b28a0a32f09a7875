// View that configures boards: one, all, or each as it is plugged in, with tables counting up.

import { presetAbout, presetName } from "../../js/state-text.js";
import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { boardKey, isKey } from "./board_key.js";
import { event } from "./event.js";
import { Fault, faultOf } from "./fault.js";
import { byId, boardLabel, appendLog, onSend, setOptions, setText, readText } from "./page.js";
import { pinFields } from "./pin_fields.js";
import { matchFields } from "./seating.js";

const NUMBERS = /** @type {const} */ (["round", "teams", "brightness", "tracks", "leds", "port_ma"]);
const CHOICES = /** @type {const} */ (["sign_off", "muggins", "reversed"]);
const OWN = "custom";
const ALL = "all";

/** @typedef {import("./board.js").Board} Board */

export class Setup {
  /** @type {Set<string>} */
  #done = new Set(); // USB serial numbers of the boards that were set up when plugged in
  /** @type {Map<string, number>} */
  #tables = new Map(); // by USB serial number: the table that a board was given, and keeps until another is typed
  #typed = false; // whether a table was typed since
  /** @type {Promise<unknown>} */
  #last = Promise.resolve(); // ends with the last board that waits

  /** @param {import("./boards.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    byId("set-brightness").max = String(FACTS.brightness);
    [byId("set-port_ma").min, byId("set-port_ma").max] = FACTS.hardware.supplies.map(String);
    byId("set-preset").onchange = () => this.#showPreset();
    byId("set-table").oninput = () => (this.#typed = true);
    byId("set-coming").onchange = () => this.#changeArrivals();
    onSend(byId("setup"), byId("setup-answers"), () => this.#send());
    const more = byId("setup-more");
    more.addEventListener("invalid", () => (more.open = true), true);
    boards.addEventListener("change", () => this.show());
    boards.addEventListener("plugged", (/** @type {any} */ { detail }) => this.#setUpArrived(detail));
  }

  /** Shows the choices in the page's language. */
  showTexts() {
    const presets = FACTS.presets.map((id) => [id, presetName(id)]);
    setOptions(byId("set-preset"), [["", "–"], ...presets, [OWN, t("captain.setup.preset_own")]]);
    setOptions(byId("set-leds"), [
      ["", "–"],
      ...FACTS.hardware.chains.map((leds) => [leds, t(`captain.setup.leds_${leds}`)]),
    ]);
    this.#showPreset();
    this.show();
  }

  show() {
    const { answering } = this.boards;
    const each = answering.map((board) => [board.uid, boardLabel(board)]);
    setOptions(byId("set-which"), [[ALL, t("captain.setup.all", { count: answering.length })], ...each]);
  }

  #showPreset() {
    const id = byId("set-preset").value;
    byId("preset-own").hidden = id !== OWN;
    setText(byId("set-preset-about"), FACTS.presets.includes(id) ? presetAbout(id) : "");
  }

  async #send() {
    const which = byId("set-which").value;
    const chosen = this.boards.answering.filter(({ uid }) => [ALL, uid].includes(which));
    this.#countAnew(which);
    if (!chosen.length) appendLog(byId("setup-answers"), "", t("captain.none"), true);
    for (const board of chosen) await this.#queue(board);
  }

  /** If a table was typed, the board of that serial number, or all, are given new ones.
   * @param {string} which */
  #countAnew(which) {
    if (this.#typed && which === ALL) this.#tables.clear();
    if (this.#typed) this.#tables.delete(which);
    this.#typed = false;
  }

  /** Begins or ends to set up boards as they are plugged in; refuses to begin if the form is invalid. */
  #changeArrivals() {
    if (byId("set-coming").checked && !byId("setup").reportValidity()) byId("set-coming").checked = false;
    this.#done.clear();
  }

  /** Sets up a board that was plugged in, unless it was before, as when its cable was loose.
   * @param {Board} board */
  async #setUpArrived(board) {
    if (!byId("set-coming").checked) return;
    const { uid } = board;
    if (this.#done.has(uid)) return appendLog(byId("setup-answers"), boardLabel(board), t("captain.setup.again"));
    this.#done.add(uid);
    this.#countAnew(ALL);
    if (!(await this.#queue(board))) this.#done.delete(uid);
  }

  /** Sets a board up after all others that wait, as each takes the next table; resolves to whether it succeeded.
   * @param {Board} board */
  #queue(board) {
    const setUp = this.#last.then(() => this.#setUp(board));
    this.#last = setUp;
    return setUp;
  }

  /** @param {Board} board */
  async #setUp(board) {
    try {
      const fields = await typedFields(this.#tables.get(board.uid));
      if (board.hello)
        Object.assign(fields, matchFields(fields.table ?? board.hello.table, fields.event ?? board.hello.event));
      await board.setTime(pinFields());
      if (isKey(fields.key) && board.hello) fields.key = await boardKey(fields.key, board.uid);
      const replies = await board.request("configure", { ...fields, ...pinFields() });
      if (fields.table && !this.#tables.has(board.uid)) {
        this.#tables.set(board.uid, fields.table);
        byId("set-table").value = String(fields.table + 1);
      }
      await board.query();
      appendLog(byId("setup-answers"), boardLabel(board), answerText(replies));
      return true;
    } catch (error) {
      byId("setup-more").open = true; // the fields that a board refuses for, such as its PIN, are there
      appendLog(byId("setup-answers"), boardLabel(board), faultOf(error).text, true);
      return false;
    } finally {
      this.boards.notifyChange();
    }
  }
}

/** Resolves to the fields of the request `configure` that were typed or chosen. Throws Fault.
 * @param {number | undefined} table the one that the board keeps
 * @returns {Promise<Record<string, any>>} */
async function typedFields(table) {
  /** @type {Record<string, any>} */
  const fields = {};
  for (const name of NUMBERS) if (byId(`set-${name}`).value) fields[name] = Number(byId(`set-${name}`).value);
  for (const name of CHOICES) if (byId(`set-${name}`).value) fields[name] = byId(`set-${name}`).value === "true";
  if (byId("set-idle_s").value) fields.idle_ms = Math.round(Number(byId("set-idle_s").value) * 1000);
  if (byId("set-table").value) fields.table = table ?? Number(byId("set-table").value);
  if (byId("set-name").value.trim())
    fields.name = byId("set-name")
      .value.trim()
      .replaceAll("#", String(fields.table ?? "#"));
  if (byId("set-preset").value)
    fields.preset = byId("set-preset").value === OWN ? await ownPreset() : byId("set-preset").value;
  if (byId("set-new_pin").value || byId("no-pin").checked)
    fields.new_pin = byId("no-pin").checked ? "" : byId("set-new_pin").value;
  if (byId("event-tell").checked) Object.assign(fields, { event: event.id, key: event.key });
  return fields;
}

async function ownPreset() {
  const [file] = byId("preset-file").files ?? [];
  try {
    return JSON.parse(await readText(file));
  } catch {
    throw new Fault("no_preset");
  }
}

/** The message after a board was configured; it names fields that take effect at the board's next start.
 * @param {{ at_next_start?: string[] }[]} replies */
export function answerText(replies) {
  const later = replies.flatMap((data) => data.at_next_start ?? []);
  return later.length ? t("captain.setup.later", { fields: later.join(", ") }) : t("captain.setup.done");
}
