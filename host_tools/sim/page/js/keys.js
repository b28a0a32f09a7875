// The keys: caps on the screen, under fingers, mouse and keyboard. Only levels leave here.

import { t } from "./catalogue.js";
import { html } from "./svg.js";

const LEGENDS = ["+1", "+2", "+5", "BACK"];
const LETTERS = { A: "qwer", B: "uiop", C: "asdf", D: "hjkl" };
export const OK = 16;
export const MENU = 17;
const SHARED = [
  { key: OK, legend: "OK", shown: () => t("key.enter") },
  { key: MENU, legend: "MENU", shown: () => "M" },
];

export class Keys {
  #holders = new Map(); // key → what holds it down: pointers, letters
  #caps = new Map();
  #letters = new Map([["enter", OK], [" ", OK], ["m", MENU]]);

  /** `edge(key, down)` is told each time a key goes down or up. */
  constructor(edge) {
    this.edge = edge;
    addEventListener("keydown", (event) => this.#typed(event));
    addEventListener("keyup", (event) => this.#let(event.key.toLowerCase()));
    addEventListener("blur", () => this.releaseAll());
  }

  /** Puts the caps of `teams` ("AB" … "ABCD") on the sides where their tracks are. */
  lay({ near, far, shared }, teams) {
    this.releaseAll();
    this.#caps.clear();
    const clusters = [...teams].map((team, seat) => this.#cluster(team, seat));
    far.replaceChildren(...clusters.splice(0, clusters.length >> 1));
    near.replaceChildren(...clusters);
    shared.replaceChildren(...SHARED.map(({ key, legend, shown }) => this.#cap({ key, legend, shown: shown(), name: legend })));
  }

  releaseAll() {
    for (const [key, holders] of this.#holders) for (const holder of [...holders]) this.#up(key, holder);
  }

  /** Shows that cap as if it were held, and no other; null: none. The board hears nothing. */
  mime(key) {
    for (const [number, cap] of this.#caps) cap.classList.toggle("mimed", number === key);
  }

  #cluster(team, seat) {
    const caps = LEGENDS.map((legend, index) => {
      const key = 4 * seat + index;
      this.#letters.set(LETTERS[team][index], key);
      return this.#cap({ key, legend, shown: LETTERS[team][index].toUpperCase(), name: t("key.score", { team, legend }) });
    });
    return html("div", { class: `cluster team-${team}`, role: "group", "aria-label": t("key.cluster", { team }) }, html("span", { class: "team", "aria-hidden": "true" }, team), ...caps);
  }

  #cap({ key, legend, shown, name }) {
    const cap = html("button", { class: `cap cap-${legend.replace("+", "")}`, type: "button", "data-key": key, "aria-label": t("key.named", { name, letter: shown }) }, html("b", {}, legend), html("kbd", {}, shown));
    this.#caps.set(key, cap);
    cap.addEventListener("pointerdown", (event) => this.#touched(event, key));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      cap.addEventListener(end, (event) => this.#up(key, event.pointerId));
    }
    cap.addEventListener("contextmenu", (event) => event.preventDefault());
    cap.addEventListener("click", (event) => this.#clicked(event, key));
    return cap;
  }

  /** Focus stays where it was: a cap that was clicked must not take the next Enter for itself. */
  #touched(event, key) {
    if (event.button) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#down(key, event.pointerId);
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
    if (!event.repeat) this.#down(key, name);
  }

  /** Enter and the space bar belong to the control in focus; on a cap they press that cap. */
  #meant(event, name) {
    const control = event.target.closest("button, summary, a");
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
    this.#caps.get(key)?.classList.toggle("down", down);
    if (this.#caps.has(key)) this.edge(key, down);
  }
}
