// Everything beside the game: settings, results, tools. On a wide screen it stands beside the board.

const at = (id) => document.getElementById(id);

export class Drawer {
  constructor() {
    at("menu").onclick = ({ detail }) => this.show(at("drawer").hidden, !detail);
    at("drawer-close").onclick = ({ detail }) => this.show(false, !detail);
    at("drawer").addEventListener("keydown", (event) => event.key === "Escape" && this.show(false, true));
  }

  get open() {
    return !at("drawer").hidden;
  }

  /** Opens or closes it. `focused`: by the keyboard, whose focus goes along; for all others Enter is a key of the board. */
  show(open, focused = false) {
    at("drawer").hidden = !open;
    at("menu").setAttribute("aria-expanded", open);
    document.body.classList.toggle("with-drawer", open);
    if (open && focused) at("drawer-close").focus({ preventScroll: true });
    else if (focused) at("menu").focus({ preventScroll: true });
  }

  /** Closes it where it covers the board. */
  yield() {
    if (this.open && getComputedStyle(at("drawer")).position === "fixed") this.show(false);
  }
}
