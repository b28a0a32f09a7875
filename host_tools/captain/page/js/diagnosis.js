// Diagnosis of boards: what is wrong with each, and the one thing to do about it (host_tools/usb/diagnosis.py).

import { boardMessage } from "../../js/board-message.js";
import { FACTS } from "../facts.js";
import { hasMessage, t } from "./catalogue.js";

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
export function findings({ fault, status, report }) {
  if (fault) return [{ wrong: fault.wrong, advice: fault.advice }];
  if (!report || !status) return [];
  const found = (report.keys_down ?? []).map((key) => finding("key", { key }));
  if (report.firmware !== FACTS.firmware)
    found.unshift(finding("firmware", { has: report.firmware, ours: FACTS.firmware }));
  if (status.faults) found.push(finding("faults", { count: status.faults }));
  return [...found, ...flashFindings(report.flash), ...networkFindings(status.network ?? {}), ...noteFindings(status)];
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

/** Findings about names that several boards have.
 * @param {string[]} names
 * @returns {Finding[]} */
export function nameFindings(names) {
  const doubled = [...new Set(names.filter(Boolean))]
    .map((name) => [name, names.filter((other) => other === name)])
    .filter(([, same]) => same.length > 1);
  return doubled.map(([name, { length }]) => finding("same_name", { count: length, name }));
}
