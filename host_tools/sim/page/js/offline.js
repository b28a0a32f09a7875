// The page without a network: a service worker keeps its files, and tells when there are newer ones.

import { t } from "./catalogue.js";
import { say } from "./elements.js";

const at = (id) => document.getElementById(id);
let told = "";
let kept = Boolean(navigator.serviceWorker?.controller); // whether this page is of a version that a worker keeps

/** Says in the page's language how things are. */
export const speak = () => told && say("offline", t(told));

const tell = (key) => {
  told = key;
  speak();
};

const ready = () => navigator.serviceWorker.ready;

/** Keeps the page for later visits, where the browser can; it is whole when what `whole()` promises has come. */
export async function keepOffline(script = "sw.js", whole = ready) {
  if (!navigator.serviceWorker) return tell("here.not_offline");
  whole().then(() => tell("here.offline"));
  try {
    const registered = await navigator.serviceWorker.register(script);
    registered.addEventListener("updatefound", () => follow(registered));
    follow(registered);
  } catch {
    tell("here.not_offline");
  }
}

/** Offers the version that waits, now or once it has been fetched. On a first visit none waits: it is taken at once. */
function follow(registered) {
  if (registered.active && registered.waiting) offer(registered.waiting);
  registered.installing?.addEventListener("statechange", () => follow(registered), { once: true });
}

function offer(worker) {
  at("update").hidden = false;
  at("update-now").onclick = () => {
    kept = true;
    worker.postMessage("take over");
  };
}

// What this page still loads comes from the version that took over: it has to be that version's page.
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  if (kept) location.reload();
  kept = true;
});
