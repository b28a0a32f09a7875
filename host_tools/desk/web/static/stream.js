// Follows what the desk tells by server-sent events: parts of the page by id, as HTML. A stream that is silent for longer
// than the desk ever is counts as broken; pages then ask again and again, as they do where there is none.
const QUIET_MS = 35000;
const RETRY_MS = 5000;

const stream = {
  source: null,
  heard: 0,
  opened: 0,
  parts: {},
  take: () => {},

  works() {
    return this.source?.readyState === EventSource.OPEN && Date.now() - this.heard < QUIET_MS;
  },

  open() {
    const address = document.body.dataset.stream;
    if (!address || !window.EventSource) return;
    this.source?.close();
    this.opened = Date.now();
    this.source = new EventSource(address);
    this.source.onmessage = ({ data }) => { this.alive(); this.show(JSON.parse(data)); };
    this.source.addEventListener("alive", () => this.alive());
  },

  retry() {
    if (!this.works() && Date.now() - this.opened >= RETRY_MS) this.open();
  },

  alive() {
    this.heard = Date.now();
  },

  show({ stamp, ...parts }) {
    Object.assign(this.parts, parts);
    for (const [id, html] of Object.entries(parts)) replacePart(id, html);
    this.take(stamp);
  },

  // A page that was fetched may be some seconds older than what has been told.
  showAgain() {
    if (this.works()) for (const [id, html] of Object.entries(this.parts)) replacePart(id, html);
  },

  // Another table, another round: what was told before is of no more use.
  moveTo(address) {
    if (address === document.body.dataset.stream) return;
    if (address) document.body.dataset.stream = address;
    else delete document.body.dataset.stream;
    this.parts = {};
    this.source?.close();
    this.open();
  },

  // What the stream would tell, where there is none.
  async ask() {
    const address = document.body.dataset.stream;
    if (address) this.show(JSON.parse(await answer(`${address}?once`)));
  },
};

function replacePart(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  const made = document.createElement("template");
  made.innerHTML = html.trim();
  // Who has reached a link of the part by keys stays at it.
  const link = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const fresh = made.content.firstElementChild;
  part.replaceWith(fresh);
  if (link) [...fresh.querySelectorAll("a")].find((one) => one.getAttribute("href") === link)?.focus();
}

// Says how old the page is, by the desk's last sign of life.
const seen = { at: Date.now() };
function tellLost(isLost) {
  const lost = document.querySelector(".lost");
  if (!isLost) seen.at = Date.now();
  const time = new Date(seen.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  if (isLost && document.body.dataset.stream) lost.textContent = lost.dataset.stale.replace("{time}", time);
  lost.hidden = !isLost;
}

async function answer(address) {
  // A notice is for the page that somebody opens next, which may be on its way.
  const got = await fetch(address, { cache: "no-store", headers: { "X-Background": "1" } });
  if (!got.ok) throw new Error(got.status);
  return got.text();
}

// A phone that wakes, or comes back from another page or out of a dead corner, asks at once how things are.
document.addEventListener("visibilitychange", () => { if (document.hidden) stream.source?.close(); else stream.open(); });
window.addEventListener("pageshow", ({ persisted }) => { if (persisted) stream.open(); });
window.addEventListener("online", () => stream.open());
window.addEventListener("offline", () => stream.source?.close());
stream.open();
