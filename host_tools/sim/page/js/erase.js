// Dialog before the board is erased: lists what will be lost, and offers the results as a file first.

import { counted, list, t } from "./catalogue.js";
import { byId } from "./dom.js";
import { download } from "./download.js";

/** Asks whether the board of `flash` is to be erased; `begun`: a game has begun on it. Calls `erase()` on consent.
 * @param {import("./flash.js").Flash} flash
 * @param {boolean} begun
 * @param {() => void} erase */
export function askToErase(flash, begun, erase) {
  const results = flash.text("results/results.log").split("\n").filter(Boolean);
  const losses = [
    ...(begun ? [t("erase.game")] : []),
    ...(results.length ? [counted("erase.results", results.length)] : []),
    t("erase.settings"),
  ];
  byId("erase-what").textContent = t("erase.what", { things: list(losses) });
  byId("erase-download").disabled = !results.length;
  byId("erase-download").onclick = () =>
    download("cribbage-results.jsonl", new Blob([results.join("\n"), "\n"], { type: "application/jsonl" }));
  byId("erase-keep").onclick = () => byId("erase").close();
  byId("erase-sure").onclick = () => {
    byId("erase").close();
    erase();
  };
  byId("erase").showModal();
  byId("erase-keep").focus();
}
