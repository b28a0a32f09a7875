// WebSocket from a page to the room of a shared board. Connects again by itself, however it was lost.

import { keep, setting } from "./settings-storage.js";

export const shared = location.pathname.startsWith("/~");
const wanted = new URLSearchParams(location.search);
export const joins = shared && (wanted.has("as") || wanted.has("join"));

export const TAKEN = 4001; // another device has this place
export const REPLACED = 4002; // this device has it in another page
const ALIVE_MS = 2000; // how often a page says that it is there
const HELD_MS = 200; // the same while a key is held: the table releases keys it no longer hears of
const SILENT_MS = 6000; // what was not answered for so long is lost
const AGAIN_MS = [300, 1000, 2000, 4000];

export class ShareSocket {
  #socket = null;
  #tries = 0;
  #retry = 0;
  #pulse = 0;
  #heard = 0;
  #wished = false;

  /** The line of a page that is there `as` "board", a side, or "watch". `open()`, `heard(news)` and `lost(code)` are told of it. */
  constructor(as, { open = () => {}, heard, lost }) {
    Object.assign(this, { as, told: { open, heard, lost } });
    document.addEventListener("visibilitychange", () => this.#wished && (document.hidden ? this.#cut() : this.#dial()));
    addEventListener("pagehide", () => this.#cut());
    addEventListener("online", () => this.#wished && this.#dial());
    addEventListener("offline", () => this.#wished && this.#drop());
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** How much is still to be sent, in bytes. */
  get waiting() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  start() {
    this.#wished = true;
    this.#dial();
  }

  send(said) {
    if (this.open) this.#socket.send(JSON.stringify(said));
  }

  /** While a key is held the other side is told so all the time. */
  holding(held) {
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(), held ? HELD_MS : ALIVE_MS);
  }

  #dial() {
    if (document.hidden) return;
    this.#cut();
    const address = new URL(`table?as=${this.as}&device=${device()}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () => this.told.open();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#socket === socket && this.#lost(code);
    this.holding(false);
  }

  #hear(news) {
    this.#heard = performance.now();
    this.#tries = 0;
    this.told.heard(news);
  }

  #beat() {
    if (performance.now() - this.#heard > SILENT_MS) this.#drop();
    else this.send({});
  }

  /** The line is lost, whatever the browser believes. */
  #drop() {
    this.#cut();
    this.#lost(0);
  }

  #lost(code) {
    this.#cut();
    this.told.lost(code);
    if (code === REPLACED) this.#wished = false;
    if (!this.#wished) return;
    this.#retry = setTimeout(() => this.#dial(), AGAIN_MS[Math.min(this.#tries++, AGAIN_MS.length - 1)]);
  }

  #cut() {
    clearInterval(this.#pulse);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** What tells this device from others; `crypto.randomUUID` is not there without HTTPS. */
function device() {
  const known = setting("device", "");
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("device", made);
  return made;
}
