// Codec of a game in a URL: its moves packed into the fragment, and unpacked into a scenario that plays them again.
//
// PRESET is its name, and for one of its own the fields in which it differs, after "~", as JSON in base64url.
// After "g3.PRESET.TEAMS.SIGNED." come the players' names in base64url, as UTF-8 with a line for each, a dot, and bytes in
// base64url: team << 6 | holes for a peg move; a byte with no holes is followed by the front peg that a judge's decision
// led to. The last two are a sum over all before them: a link that was cut or mistyped is no shorter game. Links of
// before have no names, "g2.", and no sum either, "g1.".

import { fromBase64, textFromBase64, textToBase64, toBase64 } from "./base64url.js";
import { t } from "./catalogue.js";
import { TEAM_NAME_LETTERS, teamName } from "./team-names.js";

const GAME_PREFIX = "g3";
const PREFIX_WITHOUT_SUM = "g1";
/** @type {Record<string, number>} */
const PACKED_PARTS = { [GAME_PREFIX]: 2, g2: 1, [PREFIX_WITHOUT_SUM]: 1 }; // in base64url, at the end
const STEPS = [5, 2, 1];
const MAX_HOLES = 46; // holes that keys may count: the seven-card game's
const SIGN_MS = 1200;
const LINE_END = /[\p{Cc}\p{Zl}\p{Zp}]/u; // no name has one: a scenario's line would end there

/** A game in a link: a scenario that plays it, and the names of its teams.
 * @typedef {{ scenario: string, names: ByTeam<string> }} LinkedGame */

/** Returns the URL fragment that replays a game between players of these names.
 * @param {Game} game
 * @param {string[]} names */
export function packGame({ preset, changes, teams, sign_off, moves }, names = [...teams].map(teamName)) {
  const bytes = bytesOf(moves);
  const lines = names.map((name) => name.split(LINE_END).join(" ")).join("\n");
  const rules = changes ? `${preset}~${textToBase64(JSON.stringify(changes))}` : preset;
  const head = [GAME_PREFIX, rules, teams.length, sign_off ? 1 : 0, textToBase64(lines)].join(".");
  return `${head}.${toBase64([...bytes, ...checksum(head, bytes)])}`;
}

/** @param {Move[]} moves */
function bytesOf(moves) {
  const fronts = [0, 0, 0, 0];
  return moves.flatMap(([number, front, back]) => {
    const holes = front - fronts[number];
    const plain = back === fronts[number] && holes > 0 && holes <= MAX_HOLES;
    fronts[number] = front;
    return plain ? [(number << 6) | holes] : [number << 6, front];
  });
}

/** Returns moves in base64url, without a sum.
 * @param {Move[]} moves */
export const packMoves = (moves) => toBase64(bytesOf(moves));

/** Returns the moves that `packMoves` packed. Throws for a text that it cannot have returned.
 * @param {string} text
 * @returns {Move[]} */
export function unpackMoves(text) {
  const bytes = fromBase64(text);
  const fronts = [0, 0, 0, 0];
  /** @type {Move[]} */
  const moves = [];
  for (let index = 0; index < bytes.length; index++) {
    const [number, holes, was] = [bytes[index] >> 6, bytes[index] & 63, fronts[bytes[index] >> 6]];
    const front = holes ? was + holes : bytes[++index];
    if (front === undefined) throw new RangeError("a move without its hole");
    fronts[number] = front;
    moves.push([number, front, Math.min(was, front)]);
  }
  return moves;
}

/** Returns Fletcher's checksum modulo 255, which detects wrong, missing and swapped bytes.
 * @param {string} head
 * @param {number[]} bytes */
function checksum(head, bytes) {
  let [first, second] = [0, 0];
  for (const byte of [...[...head].map((char) => char.charCodeAt(0)), ...bytes]) {
    first = (first + byte) % 255;
    second = (second + first) % 255;
  }
  return [first, second];
}

/** Returns the game in a URL fragment, or null if it has none or is damaged.
 * @param {string} fragment
 * @returns {LinkedGame | null} */
export function unpackGame(fragment) {
  const parts = fragment.replace(/^#/, "").split(".");
  const [prefix, preset, count, signed] = parts;
  const packed = parts.slice(4);
  if (
    packed.length !== PACKED_PARTS[prefix] ||
    !/^[a-z][a-z0-9]*(~[\w-]+)?$/.test(preset) ||
    !/^[234]$/.test(count) ||
    !packed.every((text) => /^[\w-]*$/.test(text))
  )
    return null;
  try {
    const bytes = fromBase64(packed[packed.length - 1]);
    const expected = prefix === PREFIX_WITHOUT_SUM ? [] : bytes.splice(-2);
    if (prefix !== PREFIX_WITHOUT_SUM && `${expected}` !== `${checksum(parts.slice(0, -1).join("."), bytes)}`)
      return null;
    const teams = "ABCD".slice(0, Number(count));
    const names = prefix === GAME_PREFIX ? namesFrom(teams, packed[0]) : {};
    const scenario = names && scenarioFromBytes({ preset, teams, names, signed: signed === "1" }, bytes);
    return scenario ? { scenario, names } : null;
  } catch {
    return null;
  }
}

/** Returns the names in that text, or null if no page gives such names.
 * @param {string} teams
 * @param {string} packed
 * @returns {ByTeam<string> | null} */
function namesFrom(teams, packed) {
  const names = textFromBase64(packed).split("\n");
  if (names.length !== teams.length || names.some((name) => name.length > TEAM_NAME_LETTERS || LINE_END.test(name)))
    return null;
  return Object.fromEntries(names.map((name, number) => [teams[number], name]));
}

/** Returns the scenario of a game, to be saved as a file.
 * @param {Game} game */
export const scenarioOf = (game) => /** @type {LinkedGame} */ (unpackGame(packGame(game))).scenario;

/** Returns the scenario that plays packed moves, or null if they are invalid.
 * @param {{ preset: string, teams: string, names: ByTeam<string>, signed: boolean }} game
 * @param {number[]} bytes */
function scenarioFromBytes({ preset, teams, names, signed }, bytes) {
  const fronts = [...teams].map(() => 0);
  const lines = [
    `# ${t("ending.replayed")}`,
    `preset ${presetWords(preset)}`,
    `teams ${teams.length}`,
    `set sign_off ${signed ? "on" : "off"}`,
    "",
  ];
  for (let index = 0; index < bytes.length; index++) {
    const number = bytes[index] >> 6;
    if (number >= teams.length) return null;
    const holes = bytes[index] & 63;
    if (!holes && index + 1 === bytes.length) return null;
    const front = holes ? fronts[number] + holes : bytes[++index];
    const team = teams[number];
    lines.push(
      holes
        ? `${pegKeys(team, holes)} OK  # ${t("ending.pegged", { team: names[team] || team, front })}`
        : judgeLine(team, front - fronts[number]),
    );
    fronts[number] = front;
  }
  // The last move may claim the game: the others sign.
  const winner = bytes.length ? teams[lastTeam(bytes)] : "";
  if (signed)
    lines.push(
      [...teams]
        .filter((team) => team !== winner)
        .map((team) => `${team}+1:${SIGN_MS}`)
        .join(" "),
    );
  return `${lines.join("\n")}\n`;
}

/** Returns a preset as a scenario names it, with the fields in which it differs.
 * @param {string} preset */
function presetWords(preset) {
  const [name, changes] = preset.split("~");
  return changes ? `${name} ${JSON.stringify(JSON.parse(textFromBase64(changes)))}` : name;
}

/** @param {number[]} bytes */
function lastTeam(bytes) {
  let team = 0;
  for (let index = 0; index < bytes.length; index += bytes[index] & 63 ? 1 : 2) team = bytes[index] >> 6;
  return team;
}

/** Returns the keys that count `holes`.
 * @param {string} team
 * @param {number} holes */
function pegKeys(team, holes) {
  const keys = STEPS.flatMap((step) => {
    const times = Math.floor(holes / step);
    holes -= times * step;
    return Array(times).fill(`${team}+${step}`);
  });
  return keys.join(" ");
}

/** Returns the line that moves a team by a judge's decision.
 * @param {string} team
 * @param {number} holes */
function judgeLine(team, holes) {
  const decision = {
    id: 1,
    do: "judge",
    op: holes < 0 ? "retract" : "award",
    team,
    holes: Math.abs(holes),
    reason: "replay",
  };
  return `send ${JSON.stringify(decision)}`;
}
