// Dialog for a fault: the firmware has stopped with an exception, or the page cannot start it. It offers a restart.
//
// Nothing here erases the board: that is done in the drawer, after a question.

import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";

/** Shows a fault; `restart()` is called if the reader chooses that.
 * @param {BoardFault} fault
 * @param {() => void} restart */
export function showFault(fault, restart) {
  const [last] = fault.text.trim().split("\n").slice(-1);
  setText("fault-words", t(faultKey(fault), { error: last.replace(/[.:]$/, "") }));
  byId("fault-trace").textContent = fault.text;
  byId("fault-more").open = false;
  byId("fault-restart").onclick = () => {
    byId("fault").close();
    restart();
  };
  byId("fault-close").onclick = () => byId("fault").close();
  if (!byId("fault").open) byId("fault").showModal();
}

/** Returns the message key of what the reader is told of a fault.
 * @param {BoardFault} fault */
function faultKey({ key, python }) {
  if (key) return key;
  if (python) return "fault.firmware";
  return navigator.onLine ? "fault.page" : "fault.network";
}
