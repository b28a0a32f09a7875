// The drawer with settings, results and tools. On a wide screen it stands beside the board, else over it.

import { byId } from "./dom.js";

export class Drawer {
  constructor() {
    byId("menu").onclick = ({ detail }) => this.show(byId("drawer").hidden, !detail);
    byId("drawer-close").onclick = ({ detail }) => this.show(false, !detail);
    byId("drawer").addEventListener("keydown", (event) => event.key === "Escape" && this.show(false, true));
  }

  get open() {
    return !byId("drawer").hidden;
  }

  /** Opens or closes the drawer. `focused`: by the keyboard, so focus moves into it or back; else Enter stays the board's.
   * @param {boolean} open */
  show(open, focused = false) {
    byId("drawer").hidden = !open;
    byId("menu").setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("with-drawer", open);
    if (open && focused) byId("drawer-close").focus({ preventScroll: true });
    else if (focused) byId("menu").focus({ preventScroll: true });
  }

  /** Closes the drawer if it covers the board. */
  closeIfCovering() {
    if (this.open && getComputedStyle(byId("drawer")).position === "fixed") this.show(false);
  }
}
