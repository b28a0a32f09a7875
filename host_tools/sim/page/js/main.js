// Entry point of the page: loads the controller of a board, or of a phone that has joined one.

import { joins } from "./share-socket.js";
import { showStartFailure } from "./start-failure.js";

if (!joins) import("./worker-prestart.js").catch(() => {}); // board-page.js imports it too: its error is shown then
import(joins ? "./guest-page.js" : "./board-page.js").catch(showStartFailure);

// What fails after the start is said as well; until then the start's own words are there.
for (const kind of ["error", "unhandledrejection"])
  addEventListener(kind, async () => {
    if (document.getElementById("board")?.hasAttribute("data-loading")) return;
    (await import("./notice.js")).showNotice("page.failed");
  });
