// The sharing board's end: tells its light and state, and takes the keys of the phones that have joined.

import { list, t } from "./catalogue.js";
import { say } from "./elements.js";
import { REPLACED, shared, ShareSocket, TAKEN } from "./share-socket.js";
import { label } from "./team-names.js";

const FULL = 1 << 15; // so many bytes that wait mean a slow network: light is told again when they are gone
const SOON_MS = 50;
const RESULTS = 20;
const at = (id) => document.getElementById(id);

export class ShareHost {
  #latest = {}; // all there is to see, for a line that begins
  #unsent = {};
  #timer = 0;
  #who = null;
  #words = "phones.lost"; // why nobody hears this board, "" when they do

  /** `edge(key, down, who)` and `hold(key, ms)` are the keys of the others; `replaced()` is called when another page of
   * this device is the board now. */
  constructor({ edge, hold, replaced }) {
    Object.assign(this, { edge, hold, replaced });
    at("phones-open").hidden = !shared;
    at("phones-open").onclick = () => at("phones").showModal();
    at("phones-close").onclick = () => at("phones").close();
    at("phones-join").onclick = () => location.assign("?join");
    this.relay = new ShareSocket("board", { open: () => this.#begin(), heard: (news) => this.#heard(news), lost: (code) => this.#lost(code) });
  }

  start() {
    this.relay.start();
  }

  /** What is new on the board, as machine.js tells it. */
  tell({ frame, sounds, state, results, on, geometry, tones, names, off, game }) {
    const news = { frame, sounds, state, results, off, game, on: on && { geometry, tones, names } };
    for (const into of [this.#latest, this.#unsent]) merge(into, news);
    delete this.#latest.sounds;
    this.#send();
  }

  speak() {
    say("phones-who", this.#words ? t(this.#words) : this.#joined());
  }

  #begin() {
    this.#words = "";
    this.#unsent = { ...this.#latest };
    this.#send();
  }

  #send() {
    if (!this.relay.open || this.#timer) return;
    if (this.relay.waiting > FULL) this.#timer = setTimeout(() => ((this.#timer = 0), this.#send()), SOON_MS);
    else if (Object.keys(this.#unsent).length) this.relay.send(this.#unsent);
    if (!this.#timer) this.#unsent = {};
  }

  #heard({ keys, who, address, qr }) {
    keys?.forEach(([side, key, how]) => (typeof how === "boolean" ? this.edge(key, how, side) : this.hold(key, how)));
    if (who) this.#who = who;
    if (address !== undefined) this.#invite(address, qr);
    if (who) this.speak();
  }

  #invite(address, qr) {
    at("phones-qr").hidden = !address;
    at("phones-qr").src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
    at("phones-address").textContent = address || t("phones.no_network");
  }

  #lost(code) {
    if (code === REPLACED) return this.replaced();
    this.#words = code === TAKEN ? "phones.taken" : "phones.lost";
    at("phones-join").hidden = code !== TAKEN;
    if (code === TAKEN && !at("phones").open) at("phones").showModal();
    this.speak();
  }

  #joined() {
    const { watch, ...sides } = this.#who ?? { watch: 0 };
    const present = Object.keys(sides).filter((side) => sides[side]);
    if (!watch && !present.length) return t("phones.nobody");
    return t("phones.joined", { sides: present.length ? list(present.map(label)) : t("phones.none"), watching: watch });
  }
}

function merge(into, news) {
  if (news.on) delete into.results;
  for (const [name, value] of Object.entries(news)) {
    if (value === undefined) continue;
    if (name === "results") into.results = [...(into.results ?? []), ...value].slice(-RESULTS);
    else into[name] = name === "sounds" ? into.sounds | value : value;
  }
}
