// DOM helpers that all views of this page use.

export { html } from "../../js/dom.js";
import { html } from "../../js/dom.js";
import { t } from "./catalogue.js";

/** The element of the page with an id.
 * @template {keyof CaptainElements} Id
 * @param {Id} id
 * @returns {CaptainElements[Id]} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Sets an element's text, unless it has it already: screen readers would read it again.
 * @param {Element} element
 * @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Calls `act` when a form is sent. What was said of the last time goes then, and where a field is refused.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} answers
 * @param {() => void} act */
export function onSend(form, answers, act) {
  form.addEventListener("invalid", () => answers.replaceChildren(), true);
  form.onsubmit = (submitted) => {
    submitted.preventDefault();
    answers.replaceChildren();
    act();
  };
}

/** Moves an element to its place in a list, unless it is there: it would lose the focus.
 * @param {Element} list
 * @param {Element} item
 * @param {number} place */
export function placeItem(list, item, place) {
  if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
}

/** Appends a line about `who`, a board, to a list; `bad`: it is a failure.
 * @param {HTMLElement} list
 * @param {string} who
 * @param {string} text */
export function appendLog(list, who, text, bad = false) {
  list.append(html("li", { class: bad ? "bad" : null }, html("b", {}, who), ` ${text}`));
  list.lastElementChild?.scrollIntoView({ block: "nearest" });
}

/** Findings (what is wrong, and what to do) as lines of a list.
 * @param {Finding[]} findings */
export const findingLines = (findings) =>
  findings.map(({ wrong, advice }) =>
    html("li", {}, html("b", {}, wrong), advice ? t("captain.then", { advice }) : ""),
  );

/** Replaces a select's options, given as [value, text]; the chosen value stays if it is still among them.
 * @param {HTMLSelectElement} select
 * @param {(string | number)[][]} options */
export function setOptions(select, options) {
  const chosen = select.value;
  const [before, after] = [
    [...select.options].map((option) => [option.value, option.text]),
    options.map(([value, text]) => [String(value), String(text)]),
  ];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  select.replaceChildren(...after.map(([value, text]) => html("option", { value }, text)));
  if (after.some(([value]) => value === chosen)) select.value = chosen;
}

/** Resolves to the text of a file that the user has chosen: in UTF-8, or in UTF-16 with its mark, as PowerShell writes.
 * @param {File} file */
export async function readText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/** The text that names a board: its name, and its table if it has one.
 * @param {import("./board.js").Board} board */
export const boardLabel = ({ hello, name }) =>
  hello?.table ? t("captain.called_table", { name, table: hello.table }) : name || t("captain.silent_port");
