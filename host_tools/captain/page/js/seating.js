// Who plays at which table: from the QR codes on the desk's seating list, photographed, or as text of another reader.

import { readPhotos } from "../../js/code-reader.js";
import { t } from "./catalogue.js";
import { Fault, faultOf } from "./fault.js";
import { byId, setText } from "./page.js";

const CODE = /CRIBBAGE-SEATING-1:(\{[^\n]*\})/g;

/** @type {Seating | null} */
let seating = null;

/** Takes seats from the fields of the view that sets boards up. */
export function beginSeating() {
  byId("seating-photo").onchange = async () =>
    take((await readPhotos(byId("seating-photo").files ?? []).catch(() => [])).join("\n") || "?");
  byId("seating-text").oninput = () => take(byId("seating-text").value);
}

/** The round on the seating list, and its tables; null if no seats are known.
 * @returns {{ round: number, tables: number[] } | null} */
export const seated = () => seating && { round: seating.round, tables: Object.keys(seating.tables).map(Number) };

/** The fields of the request `configure` that a board is told of its table's match; {} if no seats are known.
 * @param {number} table
 * @param {string} event The id that the board has, or is told. */
export function matchFields(table, event) {
  if (!seating) return {};
  if (seating.event !== event) throw new Fault("other_seating");
  const names = seating.tables[table];
  if (!names) throw new Fault("no_seat", { table, round: seating.round });
  return { round: seating.round, preset: seating.preset, teams: names.length, names };
}

/** @param {string} text */
function take(text) {
  try {
    seating = text.trim() ? parseSeating(text) : null;
    setText(
      byId("seating-about"),
      seating
        ? t("captain.setup.seating_read", { round: seating.round, count: Object.keys(seating.tables).length })
        : "",
    );
  } catch (error) {
    setText(byId("seating-about"), faultOf(error).text);
  }
}

/** Parses the texts of one or several codes of a round. Throws Fault.
 * @param {string} text
 * @returns {Seating} */
export function parseSeating(text) {
  const parts = [...text.matchAll(CODE)].map(([, json]) => parse(json));
  if (!parts.length || parts.some(({ event, round }) => event !== parts[0].event || round !== parts[0].round))
    throw new Fault("no_seating");
  return { ...parts[0], tables: Object.assign({}, ...parts.map(({ tables }) => tables)) };
}

/** @param {string} json
 * @returns {Seating} */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    throw new Fault("no_seating");
  }
}
