// The drawer with settings, results and tools. On a wide screen it stands beside the board, else over it: then the browser's
// Back closes it, as it does on a phone's own screens.

import { byId } from "./dom.js";

const ENTRY = "drawer"; // state of the history entry that stands for an open drawer

export class Drawer {
  #leavingEntry = false; // whether the entry of a drawer that was closed is about to be left

  constructor() {
    byId("menu").onclick = ({ detail }) => this.show(byId("drawer").hidden, !detail);
    byId("drawer-close").onclick = ({ detail }) => this.show(false, !detail);
    byId("drawer").addEventListener("keydown", (event) => event.key === "Escape" && this.show(false, true));
    addEventListener("popstate", () => this.#onHistory());
    if (history.state === ENTRY) history.replaceState(null, ""); // the page was loaded again
  }

  get open() {
    return !byId("drawer").hidden;
  }

  get #covers() {
    return this.open && getComputedStyle(byId("drawer")).position === "fixed";
  }

  /** Opens or closes the drawer. `focused`: by the keyboard, so focus moves into it or back; else Enter stays the board's.
   * @param {boolean} open */
  show(open, focused = false) {
    byId("drawer").hidden = !open;
    byId("menu").setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("with-drawer", open);
    if (open && focused) byId("drawer-close").focus({ preventScroll: true });
    else if (focused) byId("menu").focus({ preventScroll: true });
    this.#followInHistory();
  }

  /** Closes the drawer if it covers the board. */
  closeIfCovering() {
    if (this.#covers) this.show(false);
  }

  /** Makes a history entry for a drawer that covers the board, and leaves the entry of one that was closed. */
  #followInHistory() {
    if (this.#leavingEntry) return;
    if (this.#covers && history.state !== ENTRY) history.pushState(ENTRY, "");
    else if (!this.open && history.state === ENTRY) {
      this.#leavingEntry = true;
      history.back();
    }
  }

  /** Closes a drawer that Back was pressed on. */
  #onHistory() {
    const left = this.#leavingEntry;
    this.#leavingEntry = false;
    if (left) this.#followInHistory();
    else if (this.#covers) this.show(false);
  }
}
