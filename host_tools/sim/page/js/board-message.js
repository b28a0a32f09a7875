// Messages of a board in the reader's language, by their codes (firmware/DESIGN.md section 5).

import { MESSAGES } from "../messages/more.js";
import { addMessages, hasMessage, t } from "./catalogue.js";

addMessages(MESSAGES);

/** Returns a message, an object of `code` and values; `sentence`, the board's own, where the code or a value is not known.
 * @param {CodedMessage | undefined} message
 * @param {string} [sentence]
 * @returns {string | undefined} */
export function boardMessage(message, sentence) {
  if (!message || !hasMessage(`says.${message.code}`)) return sentence;
  const values = Object.entries(message).map(([name, value]) => [name, value?.code ? boardMessage(value) : value]);
  const text = t(`says.${message.code}`, Object.fromEntries(values));
  return /\{\w+\}/.test(text) ? sentence : text;
}
