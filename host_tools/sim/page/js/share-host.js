// The shared board's connection: publishes its light and state, and receives the keys of phones that have joined.

import { list, t } from "./catalogue.js";
import { byId, setText } from "./dom.js";
import { REPLACED, ShareSocket, TAKEN } from "./share-socket.js";
import { shared } from "./site-url.js";
import { teamName } from "./team-names.js";

const MAX_BUFFERED = 1 << 15; // bytes; with more to send the network is slow, and news wait
const FLUSH_MS = 50;
const RESULTS = 20;

export class ShareHost {
  /** @type {RoomNews} */
  #latest = {}; // the last value of all news, for a new connection
  /** @type {RoomNews} */
  #unsent = {};
  #timer = 0;
  /** @type {RoomMessage["who"] | null} */
  #members = null; // number of phones by side, and of watchers
  #problem = "phones.lost"; // message key while the board is not connected, else ""
  #begun = false; // whether the page has become the board

  /** `onEdge(key, down, side)` and `onHold(key, ms)` are called for the phones' keys; `onBegin()` once, when this page is
   * the board; `onReplaced()` when another page of this device has become it.
   * @param {{ onEdge: (key: number, down: boolean, side: string) => void, onHold: (key: number, ms: number) => void, onBegin: () => void, onReplaced: () => void }} page */
  constructor({ onEdge, onHold, onBegin, onReplaced }) {
    this.onEdge = onEdge;
    this.onHold = onHold;
    this.onBegin = onBegin;
    this.onReplaced = onReplaced;
    byId("phones-open").hidden = !shared;
    byId("phones-open").onclick = () => byId("phones").showModal();
    byId("phones-close").onclick = () => byId("phones").close();
    byId("phones-give-up").onclick = () => this.relay.send({ owner: false });
    this.relay = new ShareSocket("board", {
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onLost: (code) => this.#onLost(code),
    });
  }

  start() {
    this.relay.start();
  }

  /** Publishes what phones are told of the board's news, without their other fields.
   * @param {RoomNews} published */
  publish({ frame, sounds, state, results, off, game, on }) {
    const news = { frame, sounds, state, results, off, game, on };
    for (const into of [this.#latest, this.#unsent]) merge(into, news);
    delete this.#latest.sounds;
    this.#flush();
  }

  /** Shows who has joined, or why nobody can. */
  showStatus() {
    setText("phones-who", this.#problem ? t(this.#problem) : this.#membersText());
  }

  #onOpen() {
    this.#problem = "";
    this.#unsent = { ...this.#latest };
    this.#flush();
  }

  /** Sends unsent news, or waits while too much is buffered. */
  #flush() {
    if (!this.relay.open || this.#timer) return;
    if (this.relay.bufferedBytes > MAX_BUFFERED)
      this.#timer = setTimeout(() => ((this.#timer = 0), this.#flush()), FLUSH_MS);
    else if (Object.keys(this.#unsent).length) this.relay.send(this.#unsent);
    if (!this.#timer) this.#unsent = {};
  }

  /** @param {RoomMessage} message */
  #onMessage({ keys, who, address, qr }) {
    this.#begin();
    keys?.forEach(([side, key, how]) =>
      typeof how === "boolean" ? this.onEdge(key, how, side) : this.onHold(key, how),
    );
    if (who) this.#members = who;
    if (address !== undefined) this.#showInvitation(address, qr);
    if (who) this.showStatus();
  }

  /** @param {string} address
   * @param {string | undefined} qr */
  #showInvitation(address, qr) {
    byId("phones-qr").hidden = !address;
    byId("phones-qr").src = `data:image/svg+xml,${encodeURIComponent(qr ?? "")}`;
    byId("phones-address").textContent = address || t("phones.no_network");
  }

  /** @param {number} code */
  #onLost(code) {
    if (code === REPLACED) return this.onReplaced();
    if (code === TAKEN) return location.replace("?join");
    this.#begin();
    this.#problem = "phones.lost";
    this.showStatus();
  }

  /** Begins the board, once the room has answered, or cannot be reached. */
  #begin() {
    if (!this.#begun) this.onBegin();
    this.#begun = true;
  }

  #membersText() {
    const { watch, ...sides } = this.#members ?? { watch: 0 };
    const present = Object.keys(sides).filter((side) => sides[side]);
    if (!watch && !present.length) return t("phones.nobody");
    return t("phones.joined", {
      sides: present.length ? list(present.map(teamName)) : t("phones.none"),
      watching: watch,
    });
  }
}

/** Merges news: results are appended, sounds (bits) combined, of all other fields the last value counts.
 * @param {Record<string, any>} into
 * @param {RoomNews} news */
function merge(into, news) {
  if (news.on) delete into.results;
  for (const [name, value] of Object.entries(news)) {
    if (value === undefined) continue;
    if (name === "results") into.results = [...(into.results ?? []), ...value].slice(-RESULTS);
    else into[name] = name === "sounds" ? into.sounds | value : value;
  }
}
