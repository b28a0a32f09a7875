// An empty board: says what goes, and offers the results first.

import { counted, list, t } from "./catalogue.js";
import { download } from "./download.js";

const at = (id) => document.getElementById(id);

/** Asks whether the board of `flash` is to be erased; `begun`: a game has begun on it. `erase()` is called if so. */
export function askToErase(flash, begun, erase) {
  const results = flash.text("results.log").split("\n").filter(Boolean);
  const going = [...(begun ? [t("erase.game")] : []), ...(results.length ? [counted("erase.results", results.length)] : []), t("erase.settings")];
  at("erase-what").textContent = t("erase.what", { things: list(going) });
  at("erase-download").disabled = !results.length;
  at("erase-download").onclick = () => download("cribbage-results.jsonl", new Blob([results.join("\n"), "\n"], { type: "application/jsonl" }));
  at("erase-keep").onclick = () => at("erase").close();
  at("erase-sure").onclick = () => {
    at("erase").close();
    erase();
  };
  at("erase").showModal();
  at("erase-keep").focus();
}
