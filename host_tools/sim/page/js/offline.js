// Use without a network: a service worker caches the page's files; a newer version is offered to the reader.

import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";
import { scriptUrl } from "./site-url.js";

let statusKey = ""; // message key of the status
let controlled = Boolean(navigator.serviceWorker?.controller); // whether a service worker has served this page

/** Shows the status in the page's language. */
export const showOfflineStatus = () => statusKey && setText("offline", t(statusKey));

/** Makes the service worker keep the files of a folder too, such as the captain's page; resolves when it has.
 * @param {string} folder
 * @returns {Promise<void>} */
export function keepFiles(folder) {
  return new Promise((resolve) => {
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data.kept === folder && resolve());
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: folder }));
  });
}

/** @param {string} key */
const setStatus = (key) => {
  statusKey = key;
  showOfflineStatus();
};

/** @returns {Promise<unknown>} */
const ready = () => navigator.serviceWorker.ready;

/** Registers the service worker `script`, if the browser has them; the page is cached once `cached()` is fulfilled. */
export async function keepOffline(script = "sw.js", cached = ready) {
  if (!navigator.serviceWorker) return setStatus("here.not_offline");
  cached().then(() => setStatus("here.offline"));
  try {
    const registered = await navigator.serviceWorker.register(scriptUrl(script));
    registered.addEventListener("updatefound", () => watchForUpdate(registered));
    watchForUpdate(registered);
  } catch {
    setStatus("here.not_offline");
  }
}

/** Offers a newer version once it is fetched. On a first visit there is none: the worker is active at once.
 * @param {ServiceWorkerRegistration} registered */
function watchForUpdate(registered) {
  if (registered.active && registered.waiting) offerUpdate(registered.waiting);
  registered.installing?.addEventListener("statechange", () => watchForUpdate(registered), { once: true });
}

/** @param {ServiceWorker} worker */
function offerUpdate(worker) {
  byId("update").hidden = false;
  byId("update-now").onclick = () => {
    controlled = true;
    worker.postMessage("take over");
  };
}

// Files that the page has yet to load come from the new version: load all of that version.
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  if (controlled) location.reload();
  controlled = true;
});
