// Keeps the page's files for visits without a network. Each is kept under the checksum of its content, so that a new
// version fetches only what has changed. FILES (path → SHA-256 in hex) is put before these lines by host_tools/sim.

const CACHE = `cribboard ${registration.scope}`;
const key = (name) => new URL(`${name}?${FILES[name]}`, registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(fill(false)));
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([tidy(), clients.claim()])));
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name in FILES) event.respondWith(kept(name, event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  if (event.data === "keep captain") event.waitUntil(fill(true).then(() => event.source.postMessage("captain kept")));
});

/** The captain's page is kept for those who have been there, or for all files `whole`. */
async function fill(whole) {
  const cache = await caches.open(CACHE);
  const captain = whole || (await cache.keys()).some(({ url }) => url.startsWith(`${registration.scope}captain/`));
  const names = Object.keys(FILES).filter((name) => captain || !name.startsWith("captain/"));
  await Promise.all(names.map((name) => add(cache, name)));
}

async function add(cache, name) {
  if (await cache.match(key(name))) return;
  // A server that goes by dates may call a copy right that is not: then the file is fetched whatever it says.
  const answer = (await fetched(name, "no-cache")) ?? (await fetched(name, "reload"));
  if (!answer) throw new Error(`${name}: not the version that was announced`);
  await cache.put(key(name), answer);
}

/** The server's answer, or nothing where it is of another version. */
async function fetched(name, how) {
  const answer = await fetch(new URL(name, registration.scope), { cache: how });
  if (!answer.ok) throw new Error(`${name}: the server answered ${answer.status}`);
  return (await checksum(await answer.clone().arrayBuffer())) === FILES[name] ? answer : null;
}

async function checksum(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Versions that are gone take their files along. */
async function tidy() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(key));
  const old = (await cache.keys()).filter((request) => !wanted.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

function nameOf({ url, method }) {
  const { href, search } = new URL(url);
  if (method !== "GET" || !href.startsWith(registration.scope)) return "";
  const name = href.slice(registration.scope.length).split(/[?#]/)[0];
  return /(^|\/)$/.test(name) && !search ? `${name}index.html` : name;
}

async function kept(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(key(name))) ?? fetch(request);
}
