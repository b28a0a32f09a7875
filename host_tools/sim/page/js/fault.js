// When the firmware stops with an exception, or the page cannot start it: said in words, with a way on.

import { t } from "./catalogue.js";
import { say } from "./panel.js";

const at = (id) => document.getElementById(id);

/** Shows `fault` as machine.js tells it; `restart(erase)` is called when the reader has chosen. */
export function stop(fault, restart) {
  const error = fault.text.trim().split("\n").at(-1).replace(/[.:]$/, "");
  say("fault-words", t(fault.python ? "fault.firmware" : "fault.page", { error }));
  at("fault-trace").textContent = fault.text;
  at("fault-more").open = false;
  at("fault-restart").onclick = () => choose(false, restart);
  at("fault-erase").onclick = () => choose(true, restart);
  at("fault").oncancel = (event) => event.preventDefault();
  if (!at("fault").open) at("fault").showModal();
}

function choose(erase, restart) {
  at("fault").close();
  restart(erase);
}
