// The page without a network: a service worker keeps its files, and tells when there are newer ones.

import { t } from "./catalogue.js";
import { say } from "./panel.js";

const at = (id) => document.getElementById(id);
let told = "";

/** Says in the page's language how things are. */
export const speak = () => told && say("offline", t(told));

const tell = (key) => {
  told = key;
  speak();
};

/** Keeps the page for later visits, where the browser can. */
export async function keepOffline() {
  if (!navigator.serviceWorker) return tell("here.not_offline");
  navigator.serviceWorker.ready.then(() => tell("here.offline"));
  const known = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => known && location.reload());
  try {
    const registered = await navigator.serviceWorker.register("sw.js");
    if (registered.waiting) offer(registered.waiting);
    registered.addEventListener("updatefound", () => watch(registered.installing, known));
  } catch {
    tell("here.not_offline");
  }
}

function watch(worker, known) {
  worker.addEventListener("statechange", () => known && worker.state === "installed" && offer(worker));
}

function offer(worker) {
  at("update").hidden = false;
  at("update-now").onclick = () => worker.postMessage("take over");
}
