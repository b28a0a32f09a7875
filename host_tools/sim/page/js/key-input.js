// Key input: turns pointers on the screen's key caps, and the keyboard, into levels of the board's keys.
//
// A mouse button or a letter presses at once. A finger presses when it is lifted inside the key on which it came down,
// however it slid: a swipe that leaves the key is no press. If a key can be held in the present phase, a finger that stays
// on it presses it too.

import { t } from "./catalogue.js";
import { html } from "./dom.js";

const LEGENDS = ["+1", "+2", "+5", "BACK"];
/** @type {ByTeam<string>} */
const LETTERS = { A: "qwer", B: "uiop", C: "zxcv", D: "hjkl" };
const LONG_MS = 500; // a finger that stays for so long on a key that cannot be held wants more than that key
const REST_MS = 90; // a finger that stays on a key for so long holds it
export const OK = 16;
export const MENU = 17;
export const BACK = 3;
export const TAP_MS = 40;
export const MARGIN_MS = 100; // a key is held a little longer than the board asks
const HELD = ["sign", "undo", "judge"]; // phases in which a score key is held
const SHARED = [
  { key: MENU, legend: "MENU", letter: "M" },
  { key: OK, legend: "OK", letter: "Enter" },
];

/** Returns the number of a team's first key.
 * @param {string} team */
export const firstKeyOf = (team) => 4 * "ABCD".indexOf(team);

const COUNTING = [
  [5, 2],
  [2, 1],
  [1, 0],
]; // holes of a score key, and its place among its team's keys

/** Returns the fewest keys of a team that count so many holes.
 * @param {string} team
 * @param {number} holes */
export function keysCounting(team, holes) {
  return COUNTING.flatMap(([each, place]) => {
    const times = Math.floor(holes / each);
    holes -= times * each;
    return Array(times).fill(firstKeyOf(team) + place);
  });
}

export class KeyInput {
  #holdable = false; // whether score keys can be held in the present phase
  /** @type {Map<number, Set<string | number>>} */
  #holders = new Map(); // key → the pointers, letters and other phones that hold it down
  /** @type {Map<number, HTMLButtonElement>} */
  #caps = new Map();
  /** @type {Map<number, { key: number, inside: boolean, timer: number }>} */
  #touches = new Map(); // pointer → the key on which it came down and whether it is still there; not yet a press
  /** @type {Map<string, number>} */
  #letters = new Map([
    ["enter", OK],
    [" ", OK],
    ["m", MENU],
  ]);

  /** `edge(key, down)` is called each time a key goes down or up; `hold(key)` when a finger stays on a key that nothing holds
   * in the present phase: it is no press then.
   * @param {(key: number, down: boolean) => void} edge
   * @param {(key: number) => void} [hold] */
  constructor(edge, hold) {
    this.edge = edge;
    this.hold = hold;
    addEventListener("keydown", (/** @type {any} */ event) => this.#onKeyDown(event));
    addEventListener("keyup", (event) => this.#onKeyUp(event.key.toLowerCase()));
    addEventListener("blur", () => this.releaseAll());
  }

  /** Releases all keys and forgets all caps. */
  clear() {
    this.releaseAll();
    this.#caps.clear();
  }

  /** Makes the four caps of a team; `seat`: its index, `name`: what players call it.
   * @param {string} team
   * @param {number} seat
   * @param {string} name */
  teamCaps(team, seat, name) {
    return LEGENDS.map((legend, index) => {
      const letter = LETTERS[team][index];
      this.#letters.set(letter, 4 * seat + index);
      return this.#makeCap({
        key: 4 * seat + index,
        legend,
        letter: letter.toUpperCase(),
        name: t("key.score", { team: name, legend }),
      });
    });
  }

  /** Makes the caps of OK and MENU. */
  sharedCaps() {
    return SHARED.map(({ key, legend, letter }) =>
      this.#makeCap({ key, legend, letter, shown: letter === "Enter" ? t("key.enter") : letter, name: legend }),
    );
  }

  /** Sets the board's phase, which decides whether keys can be held.
   * @param {string} phase */
  setPhase(phase) {
    this.#holdable = HELD.includes(phase);
  }

  /** Sets the level of a key on another phone; `holder` is that phone's side.
   * @param {number} key
   * @param {boolean} down
   * @param {string} holder */
  setRemoteKey(key, down, holder) {
    if (down) this.#press(key, holder);
    else this.#release(key, holder);
  }

  releaseAll() {
    for (const pointer of [...this.#touches.keys()]) this.#endTouch(pointer);
    for (const [key, holders] of this.#holders) for (const holder of [...holders]) this.#release(key, holder);
  }

  /** Shows only this key's cap as pressed (null: none), without pressing the key.
   * @param {number | null} key */
  showPressed(key) {
    for (const [number, cap] of this.#caps) cap.classList.toggle("mimed", number === key);
  }

  /** @param {{ key: number, legend: string, letter: string, shown?: string, name: string }} cap */
  #makeCap({ key, legend, letter, shown = letter, name }) {
    const cap = html(
      "button",
      {
        class: `cap cap-${legend.replace("+", "")}`,
        type: "button",
        "data-key": key,
        "aria-label": name,
        "aria-keyshortcuts": letter,
      },
      html("b", { "aria-hidden": "true" }, legend),
      html("kbd", { "aria-hidden": "true" }, shown),
    );
    this.#caps.set(key, cap);
    cap.addEventListener("pointerdown", (/** @type {any} */ event) => this.#onPointerDown(event, key));
    cap.addEventListener("pointermove", (event) => this.#onPointerMove(event));
    cap.addEventListener("pointerup", (event) => this.#onPointerUp(event, key));
    for (const end of ["pointercancel", "lostpointercapture"])
      cap.addEventListener(end, (/** @type {any} */ event) => this.#onPointerLost(event, key));
    cap.addEventListener("contextmenu", (event) => event.preventDefault());
    cap.addEventListener("click", (/** @type {any} */ event) => this.#onClick(event, key));
    return cap;
  }

  /** Presses the key for a mouse, begins a touch for a finger. Focus stays: a focused cap would take the next Enter.
   * @param {PointerEvent & { currentTarget: HTMLElement }} event
   * @param {number} key */
  #onPointerDown(event, key) {
    if (event.button) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (event.pointerType === "mouse") this.#press(key, event.pointerId);
    else this.#startTouch(event, key);
  }

  /** Begins a touch; if the key can be held, it is pressed after REST_MS.
   * @param {PointerEvent} event
   * @param {number} key */
  #startTouch({ pointerId }, key) {
    const holds = this.#holdable || key === MENU;
    const timer = holds
      ? setTimeout(() => this.#holdTouch(pointerId), REST_MS)
      : setTimeout(() => this.#longTouch(pointerId), LONG_MS);
    this.#touches.set(pointerId, { key, inside: true, timer });
    this.#caps.get(key)?.classList.add("down");
  }

  /** Turns a touch that is still on its key into a press that lasts until the finger is lifted.
   * @param {number} pointer */
  #holdTouch(pointer) {
    const finger = this.#touches.get(pointer);
    if (!finger?.inside) return;
    this.#touches.delete(pointer);
    this.#press(finger.key, pointer);
  }

  /** Reports a finger that has stayed on a score key.
   * @param {number} pointer */
  #longTouch(pointer) {
    const finger = this.#touches.get(pointer);
    if (!finger?.inside || finger.key >= OK || !this.hold) return;
    this.#endTouch(pointer);
    this.hold(finger.key);
  }

  /** Notes whether a finger is still on its key, and shows that on the cap.
   * @param {PointerEvent} event */
  #onPointerMove({ pointerId, clientX, clientY }) {
    const finger = this.#touches.get(pointerId);
    const cap = finger && this.#caps.get(finger.key);
    if (!cap) return;
    const { left, right, top, bottom } = cap.getBoundingClientRect();
    const inside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    if (inside === finger.inside) return;
    finger.inside = inside;
    cap.classList.toggle("down", inside);
  }

  /** Releases the key; a touch that ends on its key and is not a press yet is a tap, which presses it before.
   * @param {PointerEvent} event
   * @param {number} key */
  #onPointerUp(event, key) {
    this.#onPointerMove(event);
    const isTap = Boolean(this.#touches.get(event.pointerId)?.inside);
    this.#endTouch(event.pointerId);
    if (isTap) this.#press(key, event.pointerId);
    this.#release(key, event.pointerId);
  }

  /** @param {PointerEvent} event
   * @param {number} key */
  #onPointerLost(event, key) {
    this.#endTouch(event.pointerId);
    this.#release(key, event.pointerId);
  }

  /** @param {number} pointer */
  #endTouch(pointer) {
    const finger = this.#touches.get(pointer);
    if (!finger) return;
    clearTimeout(finger.timer);
    this.#touches.delete(pointer);
    this.#caps.get(finger.key)?.classList.remove("down");
  }

  /** Taps the key for a click without a pointer, which comes from assistive software.
   * @param {PointerEvent} event
   * @param {number} key */
  #onClick(event, key) {
    if (event.detail || event.pointerType) return;
    this.#press(key, "click");
    this.#release(key, "click");
  }

  /** @param {KeyboardEvent & { target: HTMLElement }} event */
  #onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    const name = event.key.toLowerCase();
    const key = this.#keyForEvent(event, name);
    if (key === undefined) return;
    event.preventDefault();
    if (!("keyboard" in document.documentElement.dataset)) document.documentElement.dataset.keyboard = "";
    if (!event.repeat) this.#press(key, name);
  }

  /** Returns the key for a letter, or undefined. Enter and space act on the focused control; on a cap they press its key.
   * @param {KeyboardEvent & { target: HTMLElement }} event
   * @param {string} name */
  #keyForEvent(event, name) {
    /** @type {HTMLElement | null} */
    const control = event.target.closest("button, summary, a, [tabindex]");
    if (!control || (name !== "enter" && name !== " ")) return this.#letters.get(name);
    return control.dataset.key === undefined ? undefined : Number(control.dataset.key);
  }

  /** @param {string} name */
  #onKeyUp(name) {
    for (const key of this.#holders.keys()) this.#release(key, name);
  }

  /** @param {number} key
   * @param {string | number} holder */
  #press(key, holder) {
    const holders = this.#holders.get(key) ?? new Set();
    this.#holders.set(key, holders.add(holder));
    if (holders.size === 1) this.#report(key, true);
  }

  /** @param {number} key
   * @param {string | number} holder */
  #release(key, holder) {
    const holders = this.#holders.get(key);
    if (holders?.delete(holder) && !holders.size) this.#report(key, false);
  }

  /** Reports a key's new level, if it has a cap, and shows it on the cap.
   * @param {number} key
   * @param {boolean} down */
  #report(key, down) {
    const cap = this.#caps.get(key);
    if (!cap) return;
    this.edge(key, down);
    // Deferred, since a style change requests an animation frame: see clock.js.
    setTimeout(() => cap.classList.toggle("down", down));
  }
}
