// Diagnosis of boards: what is wrong with each, and the one thing to do about it (host_tools/usb/diagnosis.py).

import { FACTS } from "../facts.js";
import { translateMessage } from "./board_message_translation.js";
import { t } from "./catalogue.js";

const { block, cycles, worn: WORN, erases } = FACTS.wear;
const NOTES = { "LED rail: ": "rail", "hardware.json: changed": "restart", "hardware.json: ": "hardware", "teams: ": "teams", "network.json: ": "network", "settings.json: ": "settings" };
const NETWORK = { joining: "network_joining", "wrong-password": "network_wrong-password", "not-found": "network_not-found", joined: "network_joined", refused: "network_refused" };

const finding = (code, values = {}) => ({ wrong: t(`captain.found.${code}`, values), advice: t(`captain.do.${code}`, values) });

/** Everything that is wrong with a board, as { wrong, advice }. */
export function findings({ fault, status, report }) {
  if (fault) return [{ wrong: fault.wrong, advice: fault.advice }];
  if (!report) return [];
  const found = (report.keys_down ?? []).map((key) => finding("key", { key }));
  if (report.firmware !== FACTS.firmware) found.unshift(finding("firmware", { has: report.firmware, ours: FACTS.firmware }));
  if (status.faults) found.push(finding("faults", { count: status.faults }));
  return [...found, ...ofFlash(report.flash ?? {}), ...ofNetwork(status.network ?? {}), ...ofNotes(status.notes ?? [])];
}

function ofFlash(flash) {
  const found = [];
  if (flash.failed) found.push(finding("flash_failed", { count: flash.failed }));
  if (flash.whole && flash.free < Math.floor(flash.whole / 10)) found.push(finding("flash_full"));
  if (flash.whole && worn(flash) >= WORN) found.push(finding("flash_worn", { share: Math.round(worn(flash) * 100) }));
  return found;
}

/** The share of its flash's life that a board has used, by the events it has written; 1 is the end. */
const worn = ({ events, whole }) => (events * erases) / ((whole / block) * cycles);

function ofNetwork({ state, refused = {} }) {
  const found = NETWORK[state] ? [finding(NETWORK[state])] : [];
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0);
  return count ? [...found, finding("network_messages", { count })] : found;
}

function ofNotes(notes) {
  const told = notes.filter((note) => !note.startsWith("key "));
  return told.map((note) => ({ wrong: translateMessage(note), advice: about(note) }));
}

function about(note) {
  const begins = Object.keys(NOTES).find((start) => note.startsWith(start));
  return t(`captain.do.note_${begins ? NOTES[begins] : "files"}`);
}

/** What sets several boards apart or does not: names that are given twice. */
export function ofNames(names) {
  const doubled = [...new Set(names)].map((name) => [name, names.filter((other) => other === name)]).filter(([, those]) => those.length > 1);
  return doubled.map(([name, { length }]) => {
    const wrong = name ? t("captain.found.same_name", { count: length, name }) : t("captain.found.no_name", { count: length });
    return { wrong, advice: t("captain.do.names") };
  });
}
