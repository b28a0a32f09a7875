// Hash chain and HMAC (the seal) of result lines, by the browser's Web Crypto, as firmware/journal/seal.py computes them.

import { FACTS } from "../facts.js";

const { mac: MAC_DIGITS, prev: PREV_DIGITS } = FACTS.lines;
const encoder = new TextEncoder();

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Resolves to the SHA-256 of bytes, in hex. */
export const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

/** Resolves to the hash of a line, which the next line has as `prev`. */
export const lineHash = async (text) => (await sha256(encoder.encode(text))).slice(0, PREV_DIGITS);

/** Imports the event key, given in hex, for `sealMac`; null for none. */
export async function sealKey(keyHex) {
  if (!keyHex) return null;
  const bytes = Uint8Array.from(keyHex.match(/../g), (/** @type {any} */ byte) => parseInt(byte, 16));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Resolves to the HMAC of a line's text before its mac field, under a key of `sealKey`; "" without a key. */
export async function sealMac(key, text) {
  return key ? hex(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).slice(0, MAC_DIGITS) : "";
}

/** The four digits that the board shows for a sealed line; "" without a mac. */
export const resultCode = (mac) => (mac ? String(parseInt(mac.slice(0, 7), 16) % 10000).padStart(4, "0") : "");
