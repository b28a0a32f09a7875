// WebSocket from a page to the room of a shared board. It reconnects by itself.

import { randomId } from "./random-id.js";
import { readSetting, saveSetting } from "./settings-storage.js";

export const TAKEN = 4001; // another device has this place
export const REPLACED = 4002; // this device has it in another page
const HEARTBEAT_MS = 2000;
const HELD_HEARTBEAT_MS = 200; // while a key is held: the room releases keys of a silent phone
const SILENT_MS = 6000; // without a message, after which the connection counts as lost
const RETRY_MS = [300, 1000, 2000, 4000];

export class ShareSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #attempts = 0;
  #retry = 0;
  #heartbeat = 0;
  #lastMessageAt = 0;
  #enabled = false; // whether to stay connected

  /** `role`: "board", a side's letter, or "watch". Calls `onOpen()`, `onMessage(message)`, and `onLost(code)` with the
   * close code, 0 if the connection was given up here.
   * @param {string} role
   * @param {{ onOpen?: () => void, onMessage: (message: RoomMessage) => void, onLost: (code: number) => void }} calls */
  constructor(role, { onOpen = () => {}, onMessage, onLost }) {
    this.role = role;
    this.onOpen = onOpen;
    this.onMessage = onMessage;
    this.onLost = onLost;
    document.addEventListener(
      "visibilitychange",
      () => this.#enabled && (document.hidden ? this.#close() : this.#connect()),
    );
    addEventListener("pagehide", () => this.#close());
    addEventListener("online", () => this.#enabled && this.#connect());
    addEventListener("offline", () => this.#enabled && this.#drop());
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Bytes that are still to be sent. */
  get bufferedBytes() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  start() {
    this.#enabled = true;
    this.#connect();
  }

  /** Sends a message, unless the connection is down.
   * @param {object} message */
  send(message) {
    if (this.open) this.#socket?.send(JSON.stringify(message));
  }

  /** Sets whether a key is held: then heartbeats are more frequent.
   * @param {boolean} held */
  setHolding(held) {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), held ? HELD_HEARTBEAT_MS : HEARTBEAT_MS);
  }

  /** Opens a new connection, unless the page is hidden. */
  #connect() {
    if (document.hidden) return;
    this.#close();
    const address = new URL(`table?as=${this.role}&device=${deviceId()}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastMessageAt = performance.now();
    socket.onopen = () => this.onOpen();
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.#socket === socket && this.#handleLoss(code);
    this.setHolding(false);
  }

  /** @param {RoomMessage} message */
  #receive(message) {
    this.#lastMessageAt = performance.now();
    this.#attempts = 0;
    this.onMessage(message);
  }

  /** Sends a heartbeat, or gives up a connection that has been silent for SILENT_MS. */
  #sendHeartbeat() {
    if (performance.now() - this.#lastMessageAt > SILENT_MS) this.#drop();
    else this.send({});
  }

  /** Gives the connection up, whatever the browser believes of it. */
  #drop() {
    this.#close();
    this.#handleLoss(0);
  }

  /** Reports the loss, and connects again later, unless another page has taken this one's place.
   * @param {number} code */
  #handleLoss(code) {
    this.#close();
    this.onLost(code);
    if (code === REPLACED || (code === TAKEN && this.role === "board")) this.#enabled = false;
    if (!this.#enabled) return;
    this.#retry = setTimeout(() => this.#connect(), RETRY_MS[Math.min(this.#attempts++, RETRY_MS.length - 1)]);
  }

  #close() {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** Returns the random id of this device, made at its first use. */
function deviceId() {
  const saved = readSetting("device", "");
  if (saved) return saved;
  const id = randomId(12);
  saveSetting("device", id);
  return id;
}
