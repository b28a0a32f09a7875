// Entry point of the page: loads the controller of a board at home, of one as builders and captains use it, or of a phone
// that has joined one. What other pages import from here as well does nothing of that.

import { firstLanguage } from "./language.js";
import { joins } from "./site-url.js";
import { showStartFailure } from "./start-failure.js";
import { prestartWorker } from "./worker-prestart.js";

async function start() {
  import(`../messages/${firstLanguage()}.js`).catch(() => {}); // the page imports it too: its error is shown then
  if (joins) return import("./guest-page.js");
  prestartWorker();
  return document.getElementById("preset") ? import("./builders-page.js") : import("./home-page.js");
}

if (document.getElementById("board")) {
  // Style shows the alarm when nothing has come for ten seconds.
  new PerformanceObserver(() => {
    for (const alarm of document.getElementById("late")?.getAnimations() ?? []) alarm.currentTime = 0;
  }).observe({ type: "resource" });

  start().catch(showStartFailure);

  // What fails after the start is said as well; until then the start's own words are there. Each browser says in words of
  // its own that a module could not be fetched.
  for (const kind of ["error", "unhandledrejection"])
    addEventListener(kind, async (/** @type {any} */ { reason }) => {
      if (document.getElementById("board")?.hasAttribute("data-loading")) return;
      const notFetched = reason instanceof TypeError && / module/.test(reason.message);
      (await import("./notice.js")).showNotice(notFetched ? "page.not_fetched" : "page.failed");
    });
}
