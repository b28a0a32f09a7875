// Random ids; `crypto.randomUUID` needs HTTPS.

/** Returns a random number of so many bytes, in hex.
 * @param {number} bytes */
export const randomId = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
