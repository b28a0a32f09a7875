// Key input: caps on the screen, under fingers, mouse and keyboard, as levels of the board's keys.
//
// A mouse button or a letter presses at once. A finger presses when it is lifted where it came down: a swipe that
// begins on a key is no press. Where a key is meant to be held, a finger that rests presses too.

import { t } from "./catalogue.js";
import { html } from "./elements.js";

const LEGENDS = ["+1", "+2", "+5", "BACK"];
const LETTERS = { A: "qwer", B: "uiop", C: "zxcv", D: "hjkl" };
const SLOP_PX = 12; // a finger that moves further is swiping
const REST_MS = 90; // a finger that lies still for so long holds the key
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

/** The first key of that team's four. */
export const of = (team) => 4 * "ABCD".indexOf(team);

export class KeyInput {
  #holding = false; // whether a key that is held means something now
  #holders = new Map(); // key → what holds it down: pointers, letters
  #caps = new Map();
  #fingers = new Map(); // pointer → the key it came down on, and where
  #letters = new Map([["enter", OK], [" ", OK], ["m", MENU]]);

  /** `edge(key, down)` is told each time a key goes down or up. */
  constructor(edge) {
    this.edge = edge;
    addEventListener("keydown", (event) => this.#typed(event));
    addEventListener("keyup", (event) => this.#let(event.key.toLowerCase()));
    addEventListener("blur", () => this.releaseAll());
  }

  /** No caps are on the table. */
  clear() {
    this.releaseAll();
    this.#caps.clear();
  }

  /** The four caps of a team that players call `name`. */
  team(team, seat, name) {
    return LEGENDS.map((legend, index) => {
      const letter = LETTERS[team][index];
      this.#letters.set(letter, 4 * seat + index);
      return this.#cap({ key: 4 * seat + index, legend, letter: letter.toUpperCase(), name: t("key.score", { team: name, legend }) });
    });
  }

  /** The caps of OK and MENU. */
  shared() {
    return SHARED.map(({ key, legend, letter }) => this.#cap({ key, legend, letter, shown: letter === "Enter" ? t("key.enter") : letter, name: legend }));
  }

  /** The board is in that phase now. */
  on(phase) {
    this.#holding = HELD.includes(phase);
  }

  /** The key is down, or up, on another phone: `who` has it. */
  remote(key, down, who) {
    if (down) this.#down(key, who);
    else this.#up(key, who);
  }

  releaseAll() {
    for (const pointer of [...this.#fingers.keys()]) this.#forget(pointer);
    for (const [key, holders] of this.#holders) for (const holder of [...holders]) this.#up(key, holder);
  }

  /** Shows that cap as if it were held, and no other; null: none. The board hears nothing. */
  mime(key) {
    for (const [number, cap] of this.#caps) cap.classList.toggle("mimed", number === key);
  }

  #cap({ key, legend, letter, shown = letter, name }) {
    const cap = html(
      "button",
      { class: `cap cap-${legend.replace("+", "")}`, type: "button", "data-key": key, "aria-label": name, "aria-keyshortcuts": letter },
      html("b", { "aria-hidden": "true" }, legend),
      html("kbd", { "aria-hidden": "true" }, shown),
    );
    this.#caps.set(key, cap);
    cap.addEventListener("pointerdown", (event) => this.#touched(event, key));
    cap.addEventListener("pointermove", (event) => this.#moved(event));
    cap.addEventListener("pointerup", (event) => this.#lifted(event, key));
    for (const end of ["pointercancel", "lostpointercapture"]) cap.addEventListener(end, (event) => this.#gone(event, key));
    cap.addEventListener("contextmenu", (event) => event.preventDefault());
    cap.addEventListener("click", (event) => this.#clicked(event, key));
    return cap;
  }

  /** Focus stays where it was: a cap that was clicked must not take the next Enter for itself. */
  #touched(event, key) {
    if (event.button) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (event.pointerType === "mouse") this.#down(key, event.pointerId);
    else this.#rested(event, key);
  }

  #rested({ pointerId, clientX: x, clientY: y }, key) {
    const timer = this.#holding || key === MENU ? setTimeout(() => this.#hold(pointerId), REST_MS) : 0;
    this.#fingers.set(pointerId, { key, x, y, timer });
    this.#caps.get(key).classList.add("down");
  }

  #hold(pointer) {
    const { key } = this.#fingers.get(pointer);
    this.#fingers.delete(pointer);
    this.#down(key, pointer);
  }

  #moved({ pointerId, clientX, clientY }) {
    const finger = this.#fingers.get(pointerId);
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > SLOP_PX) this.#forget(pointerId);
  }

  #lifted(event, key) {
    this.#moved(event);
    const tapped = this.#fingers.has(event.pointerId);
    this.#forget(event.pointerId);
    if (tapped) this.#down(key, event.pointerId);
    this.#up(key, event.pointerId);
  }

  #gone(event, key) {
    this.#forget(event.pointerId);
    this.#up(key, event.pointerId);
  }

  #forget(pointer) {
    const finger = this.#fingers.get(pointer);
    if (!finger) return;
    clearTimeout(finger.timer);
    this.#fingers.delete(pointer);
    this.#caps.get(finger.key)?.classList.remove("down");
  }

  /** A click without a pointer comes from assistive software. */
  #clicked(event, key) {
    if (event.detail || event.pointerType) return;
    this.#down(key, "click");
    this.#up(key, "click");
  }

  #typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    const name = event.key.toLowerCase();
    const key = this.#meant(event, name);
    if (key === undefined) return;
    event.preventDefault();
    if (!("keyboard" in document.documentElement.dataset)) document.documentElement.dataset.keyboard = "";
    if (!event.repeat) this.#down(key, name);
  }

  /** Enter and the space bar belong to the control in focus; on a cap they press that cap. */
  #meant(event, name) {
    const control = event.target.closest("button, summary, a, [tabindex]");
    if (!control || (name !== "enter" && name !== " ")) return this.#letters.get(name);
    return control.dataset.key && Number(control.dataset.key);
  }

  #let(name) {
    for (const key of this.#holders.keys()) this.#up(key, name);
  }

  #down(key, holder) {
    const holders = this.#holders.get(key) ?? new Set();
    this.#holders.set(key, holders.add(holder));
    if (holders.size === 1) this.#tell(key, true);
  }

  #up(key, holder) {
    const holders = this.#holders.get(key);
    if (holders?.delete(holder) && !holders.size) this.#tell(key, false);
  }

  #tell(key, down) {
    const cap = this.#caps.get(key);
    if (!cap) return;
    this.edge(key, down);
    // Not at once: see clock.js on frames that are asked for while a key is handled.
    setTimeout(() => cap.classList.toggle("down", down));
  }
}
