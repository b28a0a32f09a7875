// Small things that all views of this page use.

export { html } from "../../js/elements.js";
import { html } from "../../js/elements.js";
import { t } from "./catalogue.js";

export const at = (id) => document.getElementById(id);

/** Puts `words` in an element, unless they are there already. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** A list's last line from now on: of whom, what, and whether it went well. */
export function log(list, who, words, bad = false) {
  list.append(html("li", { class: bad ? "bad" : null }, html("b", {}, who), ` ${words}`));
  list.lastChild.scrollIntoView({ block: "nearest" });
}

/** What is wrong and what to do, as lines of a list. */
export const findingLines = (findings) => findings.map(({ wrong, advice }) => html("li", {}, html("b", {}, wrong), advice ? t("captain.then", { advice }) : ""));

/** A choice's options anew, as [value, words]; what was chosen stays where it is still there. */
export function offer(select, options) {
  const had = select.value;
  const [told, now] = [[...select.options].map((option) => [option.value, option.text]), options.map(([value, words]) => [String(value), words])];
  if (JSON.stringify(told) === JSON.stringify(now)) return;
  select.replaceChildren(...now.map(([value, words]) => html("option", { value }, words)));
  if (now.some(([value]) => value === had)) select.value = had;
}

/** The text of a file that the reader has chosen. */
export const textOf = async (file) => new TextDecoder().decode(await file.arrayBuffer());

/** What identifies a board to people: its name, and its table where it has one. */
export const called = ({ hello, name }) => (hello?.table ? t("captain.called_table", { name, table: hello.table }) : name || t("captain.silent_port"));
