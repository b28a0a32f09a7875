// Parses result lines of boards as the desk does (host_tools/results/result_line.py), with the same errors.

import { FACTS } from "../facts.js";
import { t } from "./catalogue.js";
import { lineFault } from "./fault.js";
import { gameValue } from "./game_value.js";

const { versions, longest, ends, reopened, cleared, mac: MAC_DIGITS, prev: PREV_DIGITS } = FACTS.lines;
const MOST = 2 ** 31 - 1;
const MAX_S = 2 ** 40 - 1;
const MAX_HOLES = 999;
const PRINTED = /^(?:[^\p{C}\p{Z}]| )*$/u; // what Python's str.isprintable holds for printable

/** The result line in `text`, which is one, or a reply of the board's protocol with one. */
export function bareLine(text) {
  const trimmed = text.trim();
  const at = trimmed.indexOf('"result":{');
  return trimmed.startsWith('{"id":') && at >= 0 ? trimmed.slice(at + 9, -1) : trimmed;
}

/** Parses and checks a result line. Throws Fault. */
export function parseLine(text) {
  const fields = readFields(text);
  const end = cleared in fields ? cleared : textField(fields, "end", 12);
  const line = {
    text,
    version: fields.v,
    end,
    ...originFields(fields),
    ...placeFields(fields),
    replaces: end === reopened ? wholeField(fields, "replaces", 1, MOST) : 0,
    signed: fields.signed === true,
    sides: end === reopened || end === cleared ? [] : sidesField(fields, end),
    at: clockField(fields, "at"),
  };
  checkVersion2(fields, end);
  if (end === ends[0] || (fields.v > 1 && ends.includes(end))) checkWorth(line);
  return line;
}

const originFields = (fields) => ({
  prev: hexField(fields, "prev", PREV_DIGITS),
  mac: hexField(fields, "mac", MAC_DIGITS),
  board: textField(fields, "board", 40),
  n: wholeField(fields, "n", cleared in fields ? 0 : 1, MOST),
  event: textField(fields, "event", 40),
});

const placeFields = (fields) => ({
  round: wholeField(fields, "round", 0, 9999),
  table: wholeField(fields, "table", 0, 2 ** 20),
  game: wholeField(fields, "game", 0, 999),
  preset: textField(fields, "preset", 16),
});

function readFields(text) {
  if ([...text].length > longest) throw lineFault("long", { longest });
  const fields = parseJson(text);
  if (!isObject(fields) || !("mac" in fields) || !("n" in fields)) throw lineFault("result");
  if (!versions.includes(fields.v)) throw lineFault("version", { version: pythonText(fields.v), versions: () => versions.join(t("desk.page.and")) });
  // A mac that is not the last field would leave part of the line unsealed.
  if (typeof fields.mac !== "string" || !text.endsWith(`"mac":"${fields.mac}"}`)) throw lineFault("mac");
  return fields;
}

/** A number written with fraction or exponent, as `1.0`: no whole number to Python. */
class Fraction {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }
}

const WHOLE = /^-?\d+$/;

function reviveNumber(key, value, context) {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value); // browsers before 2024 have no context
  return WHOLE.test(source) ? value : new Fraction(source);
}

function parseJson(text) {
  try {
    const value = JSON.parse(text, reviveNumber);
    return value && typeof value === "object" && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value;
  } catch {
    throw lineFault("json");
  }
}

const NAMES = { undefined: "None", null: "None", true: "True", false: "False" };
const isPlain = (value) => value && typeof value === "object" && !(value instanceof Fraction);
const pythonText = (value) => (isPlain(value) ? JSON.stringify(value) : NAMES[value] ?? String(value));

function wholeField(fields, name, low, high) {
  const value = name in fields ? fields[name] : cleared in fields ? low : null;
  if (!Number.isInteger(value) || value < low || value > high) throw lineFault("whole", { field: name, low, high });
  return value;
}

function textField(fields, name, most) {
  const value = name in fields ? fields[name] : cleared in fields ? "" : null;
  if (typeof value !== "string" || [...value].length > most) throw lineFault("text", { field: name, limit: most });
  if (!PRINTED.test(value)) throw lineFault("plain", { field: name });
  return value;
}

function hexField(fields, name, digits) {
  const value = fields[name];
  const right = typeof value === "string" && [0, digits].includes(value.length) && /^[0-9a-f]*$/.test(value);
  if (!right) throw lineFault("hex", { field: name, digits });
  return value;
}

/** A field in seconds since 1970; null if the board had no clock. Throws Fault. */
function clockField(fields, name) {
  const value = fields[name] ?? null;
  if (value !== null && !(Number.isInteger(value) && value >= 0 && value <= MAX_S)) throw lineFault("clock", { field: name });
  return value;
}

/** Checks the fields that version 2 added. Throws Fault. */
function checkVersion2(fields, end) {
  if (fields.v === 1) return;
  const complete = ends.includes(end) ? fields : { began: null, judged: 0, muggins: false, ...fields };
  if (typeof complete.muggins !== "boolean") throw lineFault("muggins");
  if (!("began" in complete)) throw lineFault("began");
  clockField(complete, "began");
  wholeField(complete, "judged", 0, 9999);
}

function sidesField(fields, end) {
  if (!ends.includes(end)) throw lineFault("end", { ends: ends.join(", ") });
  const teams = isObject(fields.scores) ? Object.keys(fields.scores).sort() : [];
  if (teams.length < 2 || teams.length > 4 || teams.join("") !== FACTS.teams.slice(0, teams.length)) throw lineFault("scores");
  const spread = fields.spread ?? Object.fromEntries(teams.map((team) => [team, 0]));
  const [holes, points, spreads] = [fields.scores, fields.points, spread].map((part) => sideNumbers(part, teams));
  const winner = fields.winner ?? null;
  if (winner !== null && !teams.includes(winner)) throw lineFault("winner");
  const level = wholeField(fields, "level", 0, 3);
  return teams.map((team, index) => {
    const won = winner === null ? null : team === winner;
    return { won, points: points[index], spread: spreads[index], level: won ? level : 0, holes: holes[index] };
  });
}

const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value) && !(value instanceof Fraction);

/** A number of each team from the object `part`, as `{"A":121,"B":90}`. Throws Fault. */
function sideNumbers(part, teams) {
  const found = isObject(part) && Object.keys(part).length === teams.length ? teams.map((team) => part[team]) : [null];
  const right = (value) => Number.isInteger(value) && Math.abs(value) <= MAX_HOLES;
  if (!found.every(right)) throw lineFault("numbers");
  return found.map((value) => value || 0); // no −0
}

/** Throws Fault unless winner, points and spread follow from the front pegs, which a line edited by hand seldom does. */
function checkWorth({ preset, end, sides }) {
  const fields = Object.hasOwn(FACTS.presets, preset) ? FACTS.presets[preset] : null;
  if (!fields || fields.low_wins === "game") return;
  if (end !== ends[0] && (sides.length > 2 || sides[0].won === null)) return; // who of several forfeits is not written
  const forfeits = end === ends[2] ? sides.findIndex(({ won }) => !won) : -1;
  const right = gameValue(fields, sides.map(({ holes }) => holes), end, forfeits);
  if (JSON.stringify(right) !== JSON.stringify(sides)) throw lineFault("worth");
}
