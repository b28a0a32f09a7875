// Bytes and texts in base64url, as they stand in a link.

/** @param {Iterable<number>} bytes */
export const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** Throws for a text that is no base64url.
 * @param {string} text */
export const fromBase64 = (text) =>
  [...atob(text.replace(/-/g, "+").replace(/_/g, "/"))].map((char) => char.charCodeAt(0));

/** @param {string} text */
export const textToBase64 = (text) => toBase64(new TextEncoder().encode(text));

/** Throws for a text that is no base64url of UTF-8.
 * @param {string} text */
export const textFromBase64 = (text) =>
  new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(fromBase64(text)));
