// The chain and the seal of result lines, by the browser's own cryptography (firmware/journal/seal.py).

import { FACTS } from "../facts.js";

const { mac: MAC_DIGITS, prev: PREV_DIGITS } = FACTS.lines;
const encoder = new TextEncoder();

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 in hex. */
export const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

/** The name by which the next line calls this one. */
export const lineHash = async (text) => (await sha256(encoder.encode(text))).slice(0, PREV_DIGITS);

/** The event key, given in hex, ready for use; null for none. */
export async function sealKey(given) {
  if (!given) return null;
  const bytes = Uint8Array.from(given.match(/../g), (byte) => parseInt(byte, 16));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** The seal of a line under a key of `sealKey`: of the line up to its mac field. "" without a key. */
export async function sealMac(key, text) {
  return key ? hex(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).slice(0, MAC_DIGITS) : "";
}

/** The four digits that the board shows for a sealed line; "" without a mac. */
export const resultCode = (mac) => (mac ? String(parseInt(mac.slice(0, 7), 16) % 10000).padStart(4, "0") : "");
