// The page's public address, if it was exported for one: what others are given is then that, wherever this copy is open.

import { t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { shared } from "./site-url.js";

const canonical = document.querySelector("link[rel=canonical]")?.href;

/** The address that a link to this page begins with; null on a shared board, whose own has the code that lets others in. */
export const address = canonical ?? (shared ? null : new URL(".", location.href).href);

/** Whether that address opens on this computer only. */
export const isLocal = !canonical && /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Shows the public address as a text, a link and a QR code, if there is one. */
export function showAddress() {
  const place = byId("address");
  place.hidden = !canonical;
  if (canonical)
    place.replaceChildren(
      html("p", { class: "quiet" }, t("here.address")),
      html("img", { class: "qr", src: "address.svg", alt: t("here.address_code") }),
      html("p", {}, html("a", { href: canonical }, canonical)),
    );
}
