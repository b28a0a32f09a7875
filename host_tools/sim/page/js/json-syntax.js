// Module for MicroPython that checks JSON: its own decoder takes commas and colons for spaces, and joins no surrogate pairs.
// No import: Node takes it too, for micropython_process.mjs.

export const jsonSyntax = {
  /** Returns a JSON text with each escaped surrogate pair as a character; "" for a text that is no JSON.
   * @param {string} text
   * @returns {string} */
  checked(text) {
    try {
      JSON.parse(text);
    } catch {
      return "";
    }
    return text.replace(ESCAPE, (escape, high, low) =>
      high ? String.fromCharCode(parseInt(high, 16), parseInt(low, 16)) : escape,
    );
  },
};

const ESCAPE = /\\(?:u(d[89ab]..)\\u(d[c-f]..)|.)/gi;
