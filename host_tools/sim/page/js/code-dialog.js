// The dialog that shows a QR code, for another device's camera.

import { t } from "./catalogue.js";
import { byId, html } from "./dom.js";
import { showQrCode } from "./qr-code.js";

/** What the dialog shows: `buttons` are texts, and what is done when the dialog closes by them; the last also by Escape and
 * Back. `note`: a text below the code, or "".
 * @typedef {{ title: string, about: string, link: string, note: string, buttons: [string, () => void][] }} CodeContent */

let onCancel = () => {};
byId("code").addEventListener("cancel", () => onCancel());

/** @param {CodeContent} content */
export function showCode({ title, about, link, note, buttons }) {
  byId("code-title").textContent = title;
  byId("code-about").textContent = about;
  byId("code-note").textContent = note;
  byId("code-link").value = link;
  byId("code-buttons").replaceChildren(...buttons.map(buttonOf));
  onCancel = buttons[buttons.length - 1][1];
  byId("code-qr").hidden = true;
  showQrCode(byId("code-qr"), link).then(
    () => (byId("code-qr").hidden = false),
    () => (byId("code-note").textContent = t("hand.not_drawn")),
  );
  byId("code").showModal();
}

/** @param {[string, () => void]} button */
function buttonOf([text, act]) {
  const button = html("button", { type: "button" }, text);
  button.onclick = () => {
    byId("code").close();
    act();
  };
  return button;
}
