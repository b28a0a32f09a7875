// A board's result line in a link, which the captain's page opens: "#r1." and base64url.
//
// A line of format 2 is sent as the list of its fields' values, since the names are known; any other as it is.

import { textFromBase64, textToBase64 } from "./base64url.js";

const PREFIX = "#r1.";
const LINK = /#r1\.([\w-]+)$/;
const FIELDS = [
  "v",
  "n",
  "board",
  "event",
  "round",
  "table",
  "game",
  "preset",
  "winner",
  "scores",
  "level",
  "points",
  "spread",
  "end",
  "signed",
  "moves",
  "ms",
  "at",
  "began",
  "judged",
  "muggins",
  "prev",
  "mac",
];

/** Returns the URL's fragment for a result line.
 * @param {string} line */
export function packResult(line) {
  const fields = JSON.parse(line);
  const plain = JSON.stringify(fields) === line && String(Object.keys(fields)) === String(FIELDS);
  return PREFIX + textToBase64(plain ? JSON.stringify(Object.values(fields)) : line);
}

/** Returns the result line, byte for byte, in a link or its fragment; null if it holds none.
 * @param {string} link */
export function unpackResult(link) {
  try {
    const text = textFromBase64(/** @type {RegExpMatchArray} */ (LINK.exec(link.trim()))[1]);
    const fields = JSON.parse(text);
    return Array.isArray(fields)
      ? JSON.stringify(Object.fromEntries(FIELDS.map((name, index) => [name, fields[index]])))
      : text;
  } catch {
    return null;
  }
}
