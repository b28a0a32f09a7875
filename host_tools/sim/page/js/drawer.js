// The drawer with settings, results and tools. On a wide screen it stands beside the board, else over it. The browser's Back
// closes what lies over the board, the uppermost first: a dialog, then the drawer.

import { byId } from "./dom.js";

const ENTRY = "drawer"; // state of the history entry that stands for what lies over the board

export class Drawer {
  #leavingEntry = false; // whether the entry of what was closed is about to be left

  constructor() {
    byId("menu").onclick = ({ detail }) => this.show(byId("drawer").hidden, !detail);
    byId("count-hand").onclick = () => this.showPart("counter");
    byId("drawer-close").onclick = ({ detail }) => this.show(false, !detail);
    byId("drawer").addEventListener("keydown", (event) => event.key === "Escape" && this.show(false, true));
    addEventListener("keydown", (/** @type {any} */ event) => this.#onKey(event));
    addEventListener("popstate", () => this.#onHistory());
    if (history.state === ENTRY) history.replaceState(null, ""); // the page was loaded again
    const follow = new MutationObserver(() => this.#followInHistory());
    for (const dialog of document.querySelectorAll("dialog")) follow.observe(dialog, { attributeFilter: ["open"] });
    // A notice lies on the board.
    new MutationObserver(() => this.closeIfCovering()).observe(byId("notice-words"), { childList: true });
  }

  get open() {
    return !byId("drawer").hidden;
  }

  /** The uppermost open dialog, or null. */
  get #dialog() {
    /** @type {HTMLDialogElement | undefined} */
    const dialog = [...document.querySelectorAll("dialog")].find(({ open }) => open);
    return dialog ?? null;
  }

  get #covers() {
    return this.open && getComputedStyle(byId("drawer")).position === "fixed";
  }

  /** Opens or closes the drawer. `focused`: by the keyboard, so focus moves into it or back; else Enter stays the board's.
   * @param {boolean} open */
  show(open, focused = false) {
    byId("drawer").hidden = !open;
    if (open) byId("drawer").scrollTop = 0;
    byId("menu").setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("with-drawer", open);
    if (open && focused) byId("drawer-close").focus({ preventScroll: true });
    else if (focused) byId("menu").focus({ preventScroll: true });
    this.#followInHistory();
  }

  /** ? opens the drawer at the list of keys.
   * @param {KeyboardEvent & { target: Element }} event */
  #onKey(event) {
    if (event.key !== "?" || event.repeat || event.target.closest("input, textarea, select, dialog")) return;
    this.showPart("keyboard");
    byId("keyboard").querySelector("summary").focus();
  }

  /** Opens the drawer at the part with that id, unfolded.
   * @param {"counter" | "evenings" | "keyboard"} id */
  showPart(id) {
    this.show(true);
    // What it holds may be filled in as it opens.
    byId(id).addEventListener("toggle", () => byId(id).scrollIntoView(), { once: true });
    byId(id).open = true;
    byId(id).scrollIntoView();
  }

  /** Closes the drawer if it covers the board. */
  closeIfCovering() {
    if (this.#covers) this.show(false);
  }

  /** Makes a history entry for what lies over the board, and leaves the entry when nothing does any more. */
  #followInHistory() {
    if (this.#leavingEntry) return;
    const over = this.#covers || this.#dialog;
    if (over && history.state !== ENTRY) history.pushState(ENTRY, "");
    else if (!over && history.state === ENTRY) {
      this.#leavingEntry = true;
      history.back();
    }
  }

  /** Closes what Back was pressed on. */
  #onHistory() {
    const left = this.#leavingEntry;
    this.#leavingEntry = false;
    if (left) return this.#followInHistory();
    if (this.#dialog) this.#dialog.close();
    else if (this.#covers) this.show(false);
    return this.#followInHistory();
  }
}
