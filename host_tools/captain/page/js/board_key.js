// The key of one board, derived from the event's as firmware/journal/seal.py does.

const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Whether a text is an event key as boards take it; any other is left for the board to refuse.
 * @param {string | undefined} text @returns {text is string} */
export const isKey = (text) => /^(?:[0-9a-f]{2}){1,64}$/.test(text ?? "");

/** Resolves to a board's own key, in hex, from the event's (in hex) and the board's uid.
 * @param {string} eventKey @param {string} uid @returns {Promise<string>} */
export async function boardKey(eventKey, uid) {
  const bytes = Uint8Array.from(eventKey.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`cribbage board ${uid}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
