// Shows the desk's server-sent events: parts of the page by id, as HTML. A stream that is silent for longer than the desk
// ever is counts as broken; pages then poll, as they do without a stream.
// A browser has six connections to a desk, whatever the number of its windows: so many of these windows have streams that
// others still load, and poll.
const WITH_STREAM = 4;
const QUIET_MS = 35000;
const RETRY_MS = 5000;

const stream = {
  source: null,
  lastEventAt: 0,
  openedAt: 0,
  parts: {}, // shown last, by id
  onMessage: () => {}, // called with the event's stamp, or undefined if it has not changed

  works() {
    return this.source?.readyState === EventSource.OPEN && Date.now() - this.lastEventAt < QUIET_MS;
  },

  leavePlace: null, // gives up this window's stream

  // Resolves to whether this window may have a stream. Where pages are not the computer's own, browsers cannot tell.
  async takePlace() {
    for (let place = 0; navigator.locks && !this.leavePlace && place < WITH_STREAM; place++) {
      await new Promise((tried) => {
        navigator.locks.request(`stream ${place}`, { ifAvailable: true }, (lock) => {
          const held = lock && new Promise((leave) => (this.leavePlace = leave));
          tried();
          return held;
        });
      });
    }
    return !navigator.locks || Boolean(this.leavePlace);
  },

  close() {
    this.source?.close();
    this.leavePlace?.();
    this.leavePlace = null;
  },

  async open() {
    this.source?.close();
    this.openedAt = Date.now();
    if (!document.body.dataset.stream || !window.EventSource || !(await this.takePlace())) return;
    const address = document.body.dataset.stream;
    if (!address) return;
    this.source?.close();
    this.source = new EventSource(address);
    this.source.onmessage = ({ data }) => {
      this.noteEvent();
      this.show(JSON.parse(data));
    };
    this.source.addEventListener("alive", () => this.noteEvent());
  },

  retry() {
    if (!this.works() && Date.now() - this.openedAt >= RETRY_MS) this.open();
  },

  noteEvent() {
    this.lastEventAt = Date.now();
  },

  show({ stamp, ...parts }) {
    Object.assign(this.parts, parts);
    for (const [id, html] of Object.entries(parts)) replacePart(id, html);
    this.onMessage(stamp);
  },

  // A page that was fetched may be some seconds older than the parts received before.
  showAgain() {
    if (this.works()) for (const [id, html] of Object.entries(this.parts)) replacePart(id, html);
  },

  // Changes to another stream, of another table or round, or to none; parts received before are forgotten.
  follow(address) {
    if (address === document.body.dataset.stream) return;
    if (address) document.body.dataset.stream = address;
    else delete document.body.dataset.stream;
    this.parts = {};
    this.open();
  },

  // Fetches and shows the parts once, while the stream does not work.
  async fetchOnce() {
    const address = document.body.dataset.stream;
    if (address) this.show(JSON.parse(await fetchText(`${address}?once`)));
  },
};

function replacePart(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  // A link of the part keeps the focus.
  const link = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const freshPart = template.content.firstElementChild;
  part.replaceWith(freshPart);
  if (link) [...freshPart.querySelectorAll("a")].find((other) => other.getAttribute("href") === link)?.focus();
}

// Shows, if the desk does not answer, that the page is as old as the last answer; else hides that notice.
let lastAnswerAt = Date.now();
function showConnection(isConnected) {
  const notice = document.querySelector(".lost");
  if (isConnected) lastAnswerAt = Date.now();
  const time = new Date(lastAnswerAt).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  if (!isConnected && document.body.dataset.stream) notice.textContent = notice.dataset.stale.replace("{time}", time);
  notice.hidden = isConnected;
}

async function fetchText(address) {
  // By this header the desk keeps its notices for the page that somebody opens next.
  const response = await fetch(address, { cache: "no-store", headers: { "X-Background": "1" } });
  if (!response.ok) throw new Error(response.status);
  return response.text();
}

// A phone that wakes, or comes back from another page or into reach of the Wi-Fi, opens the stream again at once.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream.close();
  else stream.open();
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) stream.open();
});
window.addEventListener("online", () => stream.open());
window.addEventListener("offline", () => stream.source?.close());
stream.open();
