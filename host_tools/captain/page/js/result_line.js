// Reads result lines of boards as the desk does (host_tools/results/result_line.py), with the same objections.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { lineFault } from "./fault.js";
import { gameValue } from "./worth.js";

const { versions, longest, ends, reopened, cleared, mac: MAC_DIGITS, prev: PREV_DIGITS } = FACTS.lines;
const MOST = 2 ** 31 - 1;
const MOST_S = 2 ** 40 - 1;
const MOST_HOLES = 999;
const PRINTED = /^(?:[^\p{C}\p{Z}]| )*$/u; // what Python's str.isprintable holds for printable

/** The bare line, where `text` is one or a reply of the serial line that carries one. */
export function bareLine(text) {
  const whole = text.trim();
  const at = whole.indexOf('"result":{');
  return whole.startsWith('{"id":') && at >= 0 ? whole.slice(at + 9, -1) : whole;
}

/** What a line says. Throws Fault. */
export function parseLine(text) {
  const fields = read(text);
  const end = cleared in fields ? cleared : textOf(fields, "end", 12);
  const line = { text, version: fields.v, end, ...origin(fields), ...place(fields) };
  line.replaces = end === reopened ? whole(fields, "replaces", 1, MOST) : 0;
  line.signed = fields.signed === true;
  line.sides = end === reopened || end === cleared ? [] : sidesOf(fields, end);
  line.at = clock(fields, "at");
  checkVersion2(fields, end);
  if (end === ends[0] || (fields.v > 1 && ends.includes(end))) checkWorth(line);
  return line;
}

const origin = (fields) => ({
  prev: hex(fields, "prev", PREV_DIGITS),
  mac: hex(fields, "mac", MAC_DIGITS),
  board: textOf(fields, "board", 40),
  n: whole(fields, "n", cleared in fields ? 0 : 1, MOST),
  event: textOf(fields, "event", 40),
});

const place = (fields) => ({
  round: whole(fields, "round", 0, 9999),
  table: whole(fields, "table", 0, 2 ** 20),
  game: whole(fields, "game", 0, 999),
  preset: textOf(fields, "preset", 16),
});

function read(text) {
  if ([...text].length > longest) throw lineFault("long", { longest });
  const fields = json(text);
  const isObject = fields && typeof fields === "object" && !Array.isArray(fields) && !(fields instanceof Fraction);
  if (!isObject || !("mac" in fields) || !("n" in fields)) throw lineFault("result");
  if (!versions.includes(fields.v)) throw lineFault("version", { version: said(fields.v), versions: () => versions.join(t("desk.page.and")) });
  // A mac that is not the last field would leave part of the line unsealed.
  if (typeof fields.mac !== "string" || !text.endsWith(`"mac":"${fields.mac}"}`)) throw lineFault("mac");
  return fields;
}

/** A number that is not whole, even if its value is: `1.0`. */
class Fraction {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }
}

const WHOLE = /^-?\d+$/;

function number(key, value, context) {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value); // browsers before 2024 do not tell
  return WHOLE.test(source) ? value : new Fraction(source);
}

function json(text) {
  try {
    const value = JSON.parse(text, number);
    return value && typeof value === "object" && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value;
  } catch {
    throw lineFault("json");
  }
}

const NAMES = { undefined: "None", null: "None", true: "True", false: "False" };
const isPlain = (value) => value && typeof value === "object" && !(value instanceof Fraction);
const said = (value) => (isPlain(value) ? JSON.stringify(value) : NAMES[value] ?? String(value));

function whole(fields, name, low, high) {
  const value = name in fields ? fields[name] : cleared in fields ? low : null;
  if (!Number.isInteger(value) || value < low || value > high) throw lineFault("whole", { field: name, low, high });
  return value;
}

function textOf(fields, name, most) {
  const value = name in fields ? fields[name] : cleared in fields ? "" : null;
  if (typeof value !== "string" || [...value].length > most) throw lineFault("text", { field: name, limit: most });
  if (!PRINTED.test(value)) throw lineFault("plain", { field: name });
  return value;
}

function hex(fields, name, digits) {
  const value = fields[name];
  const right = typeof value === "string" && [0, digits].includes(value.length) && /^[0-9a-f]*$/.test(value);
  if (!right) throw lineFault("hex", { field: name, digits });
  return value;
}

/** Seconds since 1970; null where the board had no clock. */
function clock(fields, name) {
  const value = fields[name] ?? null;
  if (value !== null && !(Number.isInteger(value) && value >= 0 && value <= MOST_S)) throw lineFault("clock", { field: name });
  return value;
}

function checkVersion2(fields, end) {
  if (fields.v === 1) return;
  const told = ends.includes(end) ? fields : { began: null, judged: 0, muggins: false, ...fields };
  if (typeof told.muggins !== "boolean") throw lineFault("muggins");
  if (!("began" in told)) throw lineFault("began");
  clock(told, "began");
  whole(told, "judged", 0, 9999);
}

function sidesOf(fields, end) {
  if (!ends.includes(end)) throw lineFault("end", { ends: ends.join(", ") });
  const teams = isTable(fields.scores) ? Object.keys(fields.scores).sort() : [];
  if (teams.length < 2 || teams.length > 4 || teams.join("") !== FACTS.teams.slice(0, teams.length)) throw lineFault("scores");
  const spread = fields.spread ?? Object.fromEntries(teams.map((team) => [team, 0]));
  const [holes, points, spreads] = [fields.scores, fields.points, spread].map((part) => numbers(part, teams));
  const winner = fields.winner ?? null;
  if (winner !== null && !teams.includes(winner)) throw lineFault("winner");
  const level = whole(fields, "level", 0, 3);
  return teams.map((team, t) => {
    const won = winner === null ? null : team === winner;
    return { won, points: points[t], spread: spreads[t], level: won ? level : 0, holes: holes[t] };
  });
}

const isTable = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value) && !(value instanceof Fraction);

function numbers(part, teams) {
  const found = isTable(part) && Object.keys(part).length === teams.length ? teams.map((team) => part[team]) : [null];
  const right = (value) => Number.isInteger(value) && Math.abs(value) <= MOST_HOLES;
  if (!found.every(right)) throw lineFault("numbers");
  return found.map((value) => value || 0); // no −0
}

/** Winner, points and spread must follow from the front pegs: a line changed by hand seldom remembers that. */
function checkWorth({ preset, end, sides }) {
  const fields = Object.hasOwn(FACTS.presets, preset) ? FACTS.presets[preset] : null;
  if (!fields || fields.low_wins === "game") return;
  if (end !== ends[0] && (sides.length > 2 || sides[0].won === null)) return; // who of several forfeits is not written
  const forfeits = end === ends[2] ? sides.findIndex(({ won }) => !won) : -1;
  const right = gameValue(fields, sides.map(({ holes }) => holes), end, forfeits);
  if (JSON.stringify(right) !== JSON.stringify(sides)) throw lineFault("worth");
}
