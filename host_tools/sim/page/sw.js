// Service worker that caches the page's files for visits without a network. Each is cached under the checksum of its
// content, so that a new version fetches only changed files. FILES (path → SHA-256 in hex) is prepended by host_tools/sim.

const CACHE = `cribboard ${registration.scope}`;
const OPTIONAL = /^(captain|voice\/\w+)\//; // folders: the captain's page, and the sounds of a language
const cacheKey = (name) => new URL(`${name}?${FILES[name]}`, registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(cacheFiles()));
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([deleteOldFiles(), clients.claim()])));
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name in FILES) event.respondWith(cachedResponse(name, event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  const { keep } = event.data;
  if (keep) event.waitUntil(cacheFiles(keep).then(() => event.source.postMessage({ kept: keep })));
});

/** Caches all files; those of OPTIONAL only if of the folder `wanted`, as a page asks later, or one cached before. */
async function cacheFiles(wanted = "") {
  const cache = await caches.open(CACHE);
  const cached = (await cache.keys()).map(({ url }) => OPTIONAL.exec(url.slice(registration.scope.length))?.[0]);
  const folders = new Set([undefined, wanted, ...cached]);
  const names = Object.keys(FILES).filter((name) => folders.has(OPTIONAL.exec(name)?.[0]));
  await Promise.all(names.map((name) => cacheFile(cache, name)));
}

/** Fetches a file into the cache, unless it is there. Throws if the server has another version. */
async function cacheFile(cache, name) {
  if (await cache.match(cacheKey(name))) return;
  // A server that compares dates may confirm an old copy: then the file is fetched without revalidation.
  const response = (await fetchVersion(name, "no-cache")) ?? (await fetchVersion(name, "reload"));
  if (!response) throw new Error(`${name}: not the version that was announced`);
  await cache.put(cacheKey(name), response);
}

/** Returns the server's response, or null if the file is of another version; `cache` as fetch() takes it. */
async function fetchVersion(name, cache) {
  const response = await fetch(new URL(name, registration.scope), { cache });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return (await checksum(await response.clone().arrayBuffer())) === FILES[name] ? response : null;
}

async function checksum(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes the cached files of older versions. */
async function deleteOldFiles() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(cacheKey));
  const old = (await cache.keys()).filter((request) => !wanted.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Returns the path of a requested file of the page, "" for any other request. */
function nameOf({ url, method }) {
  const { href, search } = new URL(url);
  if (method !== "GET" || !href.startsWith(registration.scope)) return "";
  const name = href.slice(registration.scope.length).split(/[?#]/)[0];
  return /(^|\/)$/.test(name) && !search ? `${name}index.html` : name;
}

/** Returns the cached file, or else the server's response. */
async function cachedResponse(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(cacheKey(name))) ?? fetch(request);
}
