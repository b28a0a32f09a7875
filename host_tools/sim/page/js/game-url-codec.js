// Codec of a game in a URL: its moves packed into the fragment, and unpacked into a scenario that plays them again.
//
// After "g2.PRESET.TEAMS.SIGNED." come bytes in base64url: team << 6 | holes for a peg move; a byte with no holes is
// followed by the front peg that a judge's decision led to. The last two are a sum over all before them: a link that
// was cut or mistyped is no shorter game. Links of before, "g1.", have no sum.

import { t } from "./catalogue.js";

const PREFIX = "g2";
const PREFIX_WITHOUT_SUM = "g1";
const STEPS = [5, 2, 1];
const MAX_HOLES = 46; // holes that keys may count: the seven-card game's
const SIGN_MS = 1200;

/** Returns the URL fragment that replays a game.
 * @param {Game} game */
export function packGame({ preset, teams, sign_off, moves }) {
  const fronts = [...teams].map(() => 0);
  const bytes = moves.flatMap(([number, front, back]) => {
    const holes = front - fronts[number];
    const plain = back === fronts[number] && holes > 0 && holes <= MAX_HOLES;
    fronts[number] = front;
    return plain ? [(number << 6) | holes] : [number << 6, front];
  });
  const head = [PREFIX, preset, teams.length, sign_off ? 1 : 0].join(".");
  const text = btoa(String.fromCharCode(...bytes, ...checksum(head, bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${head}.${text}`;
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

/** Returns the scenario of the game in a URL fragment, or null if it has none or is damaged.
 * @param {string} fragment */
export function unpackGame(fragment) {
  const [prefix, preset, count, signed, text, ...more] = fragment.replace(/^#/, "").split(".");
  if (![PREFIX, PREFIX_WITHOUT_SUM].includes(prefix) || more.length || !/^[a-z][a-z0-9]*$/.test(preset ?? "") || !/^[234]$/.test(count ?? "") || !/^[\w-]*$/.test(text ?? " ")) return null;
  try {
    const bytes = [...atob(text.replace(/-/g, "+").replace(/_/g, "/"))].map((char) => char.charCodeAt(0));
    const expected = prefix === PREFIX ? bytes.splice(-2) : [];
    if (prefix === PREFIX && `${expected}` !== `${checksum([prefix, preset, count, signed].join("."), bytes)}`) return null;
    return scenarioFromBytes(preset, Number(count), signed === "1", bytes);
  } catch {
    return null;
  }
}

/** Returns the scenario in the page's URL and removes it there; null if it is damaged, undefined if there is none. */
export function takeGameFromUrl() {
  const fragment = location.hash;
  if (fragment.length < 2) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return unpackGame(fragment);
}

/** Returns the scenario of a game, to be saved as a file.
 * @param {Game} game */
export const scenarioOf = (game) => /** @type {string} */ (unpackGame(packGame(game)));

/** Returns the scenario that plays packed moves, or null if they are invalid.
 * @param {string} preset
 * @param {number} count
 * @param {boolean} signed
 * @param {number[]} bytes */
function scenarioFromBytes(preset, count, signed, bytes) {
  const teams = "ABCD".slice(0, count);
  const fronts = [...teams].map(() => 0);
  const lines = [`# ${t("ending.replayed")}`, `preset ${preset}`, `teams ${count}`, `set sign_off ${signed ? "on" : "off"}`, ""];
  for (let index = 0; index < bytes.length; index++) {
    const number = bytes[index] >> 6;
    if (number >= count) return null;
    const holes = bytes[index] & 63;
    if (!holes && index + 1 === bytes.length) return null;
    const front = holes ? fronts[number] + holes : bytes[++index];
    lines.push(holes ? pegLine(teams[number], holes, front) : judgeLine(teams[number], front - fronts[number]));
    fronts[number] = front;
  }
  // The last move may claim the game: the others sign.
  const winner = bytes.length ? teams[lastTeam(bytes)] : "";
  if (signed) lines.push([...teams].filter((team) => team !== winner).map((team) => `${team}+1:${SIGN_MS}`).join(" "));
  return `${lines.join("\n")}\n`;
}

/** @param {number[]} bytes */
function lastTeam(bytes) {
  let team = 0;
  for (let index = 0; index < bytes.length; index += bytes[index] & 63 ? 1 : 2) team = bytes[index] >> 6;
  return team;
}

/** Returns the line that pegs `holes` by key presses; its comment says that `front` is reached.
 * @param {string} team
 * @param {number} holes
 * @param {number} front */
function pegLine(team, holes, front) {
  const keys = STEPS.flatMap((step) => {
    const times = Math.floor(holes / step);
    holes -= times * step;
    return Array(times).fill(`${team}+${step}`);
  });
  return `${keys.join(" ")} OK  # ${t("ending.pegged", { team, front })}`;
}

/** Returns the line that moves a team by a judge's decision.
 * @param {string} team
 * @param {number} holes */
function judgeLine(team, holes) {
  const decision = { id: 1, do: "judge", op: holes < 0 ? "retract" : "award", team, n: Math.abs(holes), reason: "replay" };
  return `send ${JSON.stringify(decision)}`;
}
