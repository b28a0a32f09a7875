// What an organiser chooses for boards: one, all, or each as it is plugged in, its table counting up.

import { presetAbout, presetName } from "../../js/state-text.js";
import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { event } from "./event.js";
import { Fault, faultOf } from "./fault.js";
import { at, called, log, offer, say, textOf } from "./page.js";
import { proof } from "./pin_fields.js";

const NUMBERS = ["round", "teams", "brightness", "tracks", "leds", "port_ma"];
const CHOICES = ["sign_off", "muggins", "reversed"];
const OWN = "custom";
const ALL = "all";

export class Setup {
  #done = new Map(); // USB serial number → table, of the boards that were set up as they came

  constructor(boards) {
    this.boards = boards;
    at("set-brightness").max = FACTS.brightness;
    [at("set-port_ma").min, at("set-port_ma").max] = FACTS.hardware.supplies;
    at("set-preset").onchange = () => this.#explain();
    at("set-coming").onchange = () => this.#arm();
    at("setup").onsubmit = (submitted) => {
      submitted.preventDefault();
      this.#send();
    };
    boards.addEventListener("change", () => this.show());
    boards.addEventListener("plugged", ({ detail }) => this.#come(detail));
  }

  /** The choices, in the language of the page. */
  speak() {
    const presets = Object.keys(FACTS.presets).map((id) => [id, presetName(id)]);
    offer(at("set-preset"), [["", "–"], ...presets, [OWN, t("captain.setup.preset_own")]]);
    offer(at("set-leds"), [["", "–"], ...FACTS.hardware.chains.map((leds) => [leds, t(`captain.setup.leds_${leds}`)])]);
    this.#explain();
    this.show();
  }

  show() {
    const { speaking } = this.boards;
    const each = speaking.map((board) => [board.uid, called(board)]);
    offer(at("set-which"), [[ALL, t("captain.setup.all", { count: speaking.length })], ...each]);
  }

  #explain() {
    const id = at("set-preset").value;
    at("preset-own").hidden = id !== OWN;
    say(at("set-preset-about"), id in FACTS.presets ? presetAbout(id) : "");
  }

  async #send() {
    at("setup-answers").replaceChildren();
    const which = at("set-which").value;
    const chosen = this.boards.speaking.filter(({ uid }) => [ALL, uid].includes(which));
    if (!chosen.length) log(at("setup-answers"), "", t("captain.none"), true);
    for (const board of chosen) await this.#set(board);
  }

  #arm() {
    if (at("set-coming").checked && !at("setup").reportValidity()) at("set-coming").checked = false;
    this.#done.clear();
  }

  /** A board has been plugged in. One that was set up already, as when its cable was loose, keeps what it has. */
  async #come(board) {
    if (!at("set-coming").checked) return;
    const { uid } = board;
    if (this.#done.has(uid)) return log(at("setup-answers"), called(board), t("captain.setup.again"));
    this.#done.set(uid, "");
    if (!(await this.#set(board))) this.#done.delete(uid);
  }

  /** Sets a board up; true where it took everything. Boards are set up one after the other: each takes a table. */
  #set(board) {
    const mine = (this.last ?? Promise.resolve()).then(() => this.#tell(board));
    this.last = mine;
    return mine;
  }

  async #tell(board) {
    try {
      const fields = await wanted();
      await board.tellTime(proof());
      const told = await board.ask("configure", { ...fields, ...proof() });
      if (fields.table) at("set-table").value = fields.table + 1;
      await board.look();
      log(at("setup-answers"), called(board), done(told));
      return true;
    } catch (error) {
      log(at("setup-answers"), called(board), faultOf(error).words, true);
      return false;
    } finally {
      this.boards.changed();
    }
  }
}

/** What was typed, by the board's own names; what is empty stays as it is. Throws Fault. */
async function wanted() {
  const fields = {};
  for (const name of NUMBERS) if (at(`set-${name}`).value) fields[name] = Number(at(`set-${name}`).value);
  for (const name of CHOICES) if (at(`set-${name}`).value) fields[name] = at(`set-${name}`).value === "true";
  if (at("set-idle_s").value) fields.idle_ms = Math.round(Number(at("set-idle_s").value) * 1000);
  if (at("set-table").value) fields.table = Number(at("set-table").value);
  if (at("set-name").value.trim()) fields.name = at("set-name").value.trim().replaceAll("#", fields.table ?? "#");
  if (at("set-preset").value) fields.preset = at("set-preset").value === OWN ? await ownPreset() : at("set-preset").value;
  if (at("set-new_pin").value || at("no-pin").checked) fields.new_pin = at("no-pin").checked ? "" : at("set-new_pin").value;
  if (at("event-tell").checked) Object.assign(fields, { event: event.id, key: event.key });
  return fields;
}

async function ownPreset() {
  const [file] = at("preset-file").files;
  try {
    return JSON.parse(await textOf(file));
  } catch {
    throw new Fault("no_preset");
  }
}

/** What a board answered: fields that count from its next start on. */
function done(told) {
  const later = told.flatMap((data) => data.at_next_start ?? []);
  return later.length ? t("captain.setup.later", { fields: later.join(", ") }) : t("captain.setup.done");
}
