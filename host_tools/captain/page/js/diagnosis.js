// Diagnosis of boards: what is wrong with each, and the one thing to do about it (host_tools/usb/diagnosis.py).

import { FACTS } from "../facts.js";
import { translateMessage } from "./board_message_translation.js";
import { t } from "./catalogue.js";

const { block, cycles, worn: WORN, erases } = FACTS.wear;
const NOTE_ADVICE = { "LED rail: ": "rail", "hardware.json: changed": "restart", "hardware.json: ": "hardware", "teams: ": "teams", "network.json: ": "network", "settings.json: ": "settings", "watchdog: ": "watchdog", "flash: ": "flash", "Ctrl-C: ": "interrupted" };
const NETWORK = { joining: "network_joining", "wrong-password": "network_wrong-password", "not-found": "network_not-found", joined: "network_joined", refused: "network_refused" };

const finding = (code, values = {}) => ({ wrong: t(`captain.found.${code}`, values), advice: t(`captain.do.${code}`, values) });

/** All problems of a board, as { wrong, advice }; [] before its self-test. */
export function findings({ fault, status, report }) {
  if (fault) return [{ wrong: fault.wrong, advice: fault.advice }];
  if (!report) return [];
  const found = (report.keys_down ?? []).map((key) => finding("key", { key }));
  if (report.firmware !== FACTS.firmware) found.unshift(finding("firmware", { has: report.firmware, ours: FACTS.firmware }));
  if (status.faults) found.push(finding("faults", { count: status.faults }));
  return [...found, ...flashFindings(report.flash ?? {}), ...networkFindings(status.network ?? {}), ...noteFindings(status.notes ?? [])];
}

function flashFindings(flash) {
  const found = [];
  if (flash.failed) found.push(finding("flash_failed", { count: flash.failed }));
  if (flash.whole && flashWear(flash) >= WORN) found.push(finding("flash_worn", { share: Math.round(flashWear(flash) * 100) }));
  return found;
}

/** The share (0 to 1) of its flash's life that a board has used, estimated from the events it has written. */
const flashWear = ({ events, whole }) => (events * erases) / ((whole / block) * cycles);

function networkFindings({ state, refused = {} }) {
  const found = NETWORK[state] ? [finding(NETWORK[state])] : [];
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0);
  return count ? [...found, finding("network_messages", { count })] : found;
}

function noteFindings(notes) {
  const shown = notes.filter((note) => !note.startsWith("key ")); // keys are in the self-test
  return shown.map((note) => ({ wrong: translateMessage(note), advice: noteAdvice(note) }));
}

function noteAdvice(note) {
  const prefix = Object.keys(NOTE_ADVICE).find((start) => note.startsWith(start));
  return t(`captain.do.note_${prefix ? NOTE_ADVICE[prefix] : "files"}`);
}

/** Findings about names that several boards have. */
export function nameFindings(names) {
  const doubled = [...new Set(names)].map((name) => [name, names.filter((other) => other === name)]).filter(([, same]) => same.length > 1);
  return doubled.map(([name, { length }]) => {
    const wrong = name ? t("captain.found.same_name", { count: length, name }) : t("captain.found.no_name", { count: length });
    return { wrong, advice: t("captain.do.names") };
  });
}
