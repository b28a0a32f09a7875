// Codec of a game in a URL: its moves packed into the fragment, and unpacked into a scenario that plays them again.
//
// After "g2.PRESET.TEAMS.SIGNED." come bytes in base64url: team << 6 | holes for a peg move; a byte with no holes is
// followed by the front peg that a judge's decision led to. The last two are a sum over all before them: a link that
// was cut or mistyped is no shorter game. Links of before, "g1.", have no sum.

import { t } from "./catalogue.js";

const PREFIX = "g2";
const UNSUMMED = "g1";
const STEPS = [5, 2, 1];
const MOST = 46; // holes that keys may count: the seven-card game's
const SIGN_MS = 1200;

/** The fragment of an address that replays `game` (move-recorder.js). */
export function packed({ preset, teams, sign_off, moves }) {
  const fronts = [...teams].map(() => 0);
  const bytes = moves.flatMap(([number, front, back]) => {
    const holes = front - fronts[number];
    const plain = back === fronts[number] && holes > 0 && holes <= MOST;
    fronts[number] = front;
    return plain ? [(number << 6) | holes] : [number << 6, front];
  });
  const head = [PREFIX, preset, teams.length, sign_off ? 1 : 0].join(".");
  const text = btoa(String.fromCharCode(...bytes, ...sum(head, bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${head}.${text}`;
}

/** Fletcher's sum modulo 255, which sees bytes that are wrong, missing or in another order. */
function sum(head, bytes) {
  let [one, two] = [0, 0];
  for (const byte of [...[...head].map((char) => char.charCodeAt(0)), ...bytes]) {
    one = (one + byte) % 255;
    two = (two + one) % 255;
  }
  return [one, two];
}

/** The scenario in a fragment, or null where it holds no game. */
export function unpacked(fragment) {
  const [prefix, preset, count, signed, text, ...more] = fragment.replace(/^#/, "").split(".");
  if (![PREFIX, UNSUMMED].includes(prefix) || more.length || !/^[a-z][a-z0-9]*$/.test(preset ?? "") || !/^[234]$/.test(count ?? "") || !/^[\w-]*$/.test(text ?? " ")) return null;
  try {
    const bytes = [...atob(text.replace(/-/g, "+").replace(/_/g, "/"))].map((char) => char.charCodeAt(0));
    const told = prefix === PREFIX ? bytes.splice(-2) : [];
    if (prefix === PREFIX && `${told}` !== `${sum([prefix, preset, count, signed].join("."), bytes)}`) return null;
    return scenario(preset, Number(count), signed === "1", bytes);
  } catch {
    return null;
  }
}

/** The scenario that came with the address, once; null where it is damaged, undefined where none came. */
export function arrived() {
  const fragment = location.hash;
  if (fragment.length < 2) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return unpacked(fragment);
}

/** The scenario of `game` (move-recorder.js), to be kept as a file. */
export const scenarioOf = (game) => unpacked(packed(game));

function scenario(preset, count, signed, bytes) {
  const teams = "ABCD".slice(0, count);
  const fronts = [...teams].map(() => 0);
  const lines = [`# ${t("ending.replayed")}`, `preset ${preset}`, `teams ${count}`, `set sign_off ${signed ? "on" : "off"}`, ""];
  for (let index = 0; index < bytes.length; index++) {
    const number = bytes[index] >> 6;
    if (number >= count) return null;
    const holes = bytes[index] & 63;
    if (!holes && index + 1 === bytes.length) return null;
    const front = holes ? fronts[number] + holes : bytes[++index];
    lines.push(holes ? pressed(teams[number], holes, front) : judged(teams[number], front - fronts[number]));
    fronts[number] = front;
  }
  // The last move may claim the game: the others sign.
  const winner = bytes.length ? teams[lastTeam(bytes)] : "";
  if (signed) lines.push([...teams].filter((team) => team !== winner).map((team) => `${team}+1:${SIGN_MS}`).join(" "));
  return `${lines.join("\n")}\n`;
}

function lastTeam(bytes) {
  let team = 0;
  for (let index = 0; index < bytes.length; index += bytes[index] & 63 ? 1 : 2) team = bytes[index] >> 6;
  return team;
}

function pressed(team, holes, front) {
  const keys = STEPS.flatMap((step) => {
    const times = Math.floor(holes / step);
    holes -= times * step;
    return Array(times).fill(`${team}+${step}`);
  });
  return `${keys.join(" ")} OK  # ${t("ending.pegged", { team, front })}`;
}

function judged(team, holes) {
  const decision = { id: 1, do: "judge", op: holes < 0 ? "retract" : "award", team, n: Math.abs(holes), reason: "replay" };
  return `send ${JSON.stringify(decision)}`;
}
