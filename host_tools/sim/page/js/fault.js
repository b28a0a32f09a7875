// When the firmware stops with an exception, or the page cannot start it: said in words, with a way on.
//
// Nothing here erases anything: a board that is erased is erased in the drawer, after a question.

import { t } from "./catalogue.js";
import { say } from "./elements.js";

const at = (id) => document.getElementById(id);

/** Shows `fault` as machine.js tells it; `restart()` is called when the reader has chosen that. */
export function stop(fault, restart) {
  const error = fault.text.trim().split("\n").at(-1).replace(/[.:]$/, "");
  const network = !fault.python && !navigator.onLine;
  say("fault-words", network ? t("fault.network") : t(fault.python ? "fault.firmware" : "fault.page", { error }));
  at("fault-trace").textContent = fault.text;
  at("fault-more").open = false;
  at("fault-restart").onclick = () => {
    at("fault").close();
    restart();
  };
  at("fault-close").onclick = () => at("fault").close();
  if (!at("fault").open) at("fault").showModal();
}
