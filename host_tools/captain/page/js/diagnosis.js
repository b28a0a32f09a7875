// Diagnosis of boards: what is wrong with each, and the one thing to do about it (host_tools/usb/diagnosis.py).

import { boardMessage } from "../../js/board-message.js";
import { FACTS } from "../facts.js";
import { hasMessage, t } from "./catalogue.js";
import { isNewer } from "./plan.js";

const { block, cycles, worn: WORN, erases } = FACTS.wear;
/** @type {Record<string, string>} */
const NETWORK = {
  joining: "network_joining",
  "wrong-password": "network_wrong-password",
  "not-found": "network_not-found",
  joined: "network_joined",
  refused: "network_refused",
};

/** @type {(code: string, values?: Record<string, any>) => Finding} */
const finding = (code, values = {}) => ({
  wrong: t(`captain.found.${code}`, values),
  advice: t(`captain.do.${code}`, values),
});

/** All problems of a board; [] before its self-test.
 * @param {import("./board.js").Board} board
 * @returns {Finding[]} */
export function findings({ fault, hello, status, report }) {
  if (fault) return [{ wrong: fault.wrong, advice: fault.advice }];
  if (!report || !status) return [];
  const found = (report.keys_down ?? []).map((key) => finding("key", { key }));
  found.unshift(...firmwareFindings(report.firmware, hello?.build ?? ""));
  if (status.faults) found.push(finding("faults", { count: status.faults }));
  return [...found, ...flashFindings(report.flash), ...networkFindings(status.network ?? {}), ...noteFindings(status)];
}

/** @param {string} version
 * @param {string} build */
function firmwareFindings(version, build) {
  const { firmware: ours, build: ourBuild } = FACTS;
  if (version !== ours)
    return [finding(isNewer(version, ours) ? "firmware_newer" : "firmware", { has: version, ours })];
  return build && build !== ourBuild ? [finding("build", { version, has: build, ours: ourBuild })] : [];
}

/** @param {FlashReport} [flash] */
function flashFindings(flash) {
  if (!flash) return [];
  const found = [];
  if (flash.failed) found.push(finding("flash_failed", { count: flash.failed }));
  if (flash.whole && flashWear(flash) >= WORN)
    found.push(finding("flash_worn", { share: Math.round(flashWear(flash) * 100) }));
  return found;
}

/** The share (0 to 1) of its flash's life that a board has used, estimated from the events it has written.
 * @type {(flash: FlashReport) => number} */
const flashWear = ({ events, whole }) => (events * erases) / ((whole / block) * cycles);

/** @param {{ state?: string, refused?: Record<string, number> }} network */
function networkFindings({ state = "", refused = {} }) {
  const found = NETWORK[state] ? [finding(NETWORK[state])] : [];
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0);
  return count ? [...found, finding("network_messages", { count })] : found;
}

/** @param {StatusReply} status */
function noteFindings({ notes = [], note_codes: messages = [] }) {
  const found = notes.map((note, at) => ({
    wrong: boardMessage(messages[at], note) ?? note,
    advice: noteAdvice(messages[at]),
    code: messages[at]?.code,
  }));
  return found.filter(({ code }) => code !== "key-down"); // keys are in the self-test
}

/** @param {CodedMessage | undefined} message */
function noteAdvice(message) {
  const key = `captain.do.note_${message?.code}`;
  return t(hasMessage(key) ? key : "captain.do.note_files");
}

/** Findings about ids, tables of an event, and names that several boards have, by their replies to `hello`.
 * @param {HelloReply[]} hellos
 * @returns {Finding[]} */
export function sharedFindings(hellos) {
  const named = hellos.filter(({ name }) => name);
  const seated = hellos.filter(({ table }) => table);
  return [
    ...shared(hellos, ({ board }) => board).map(([{ board }, count]) => finding("same_id", { count, board })),
    ...shared(seated, ({ event, table }) => `${event} ${table}`).map(([{ table }, count]) =>
      finding("same_table", { count, number: table }),
    ),
    ...shared(named, ({ name }) => name).map(([{ name }, count]) => finding("same_name", { count, name })),
  ];
}

/** The first of those that have the same key, and how many they are, for each key that several have.
 * @param {HelloReply[]} hellos
 * @param {(hello: HelloReply) => string} keyOf
 * @returns {[HelloReply, number][]} */
function shared(hellos, keyOf) {
  /** @type {Map<string, HelloReply[]>} */
  const groups = new Map();
  for (const hello of hellos) groups.set(keyOf(hello), [...(groups.get(keyOf(hello)) ?? []), hello]);
  return [...groups.values()].filter(({ length }) => length > 1).map((same) => [same[0], same.length]);
}
