// The dialog in which this page's camera reads a code that another device shows; or a photo, or a link that was sent.

import { Camera, hasCamera, readPhotos } from "./code-reader.js";
import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";

export class CodeScan {
  #camera = new Camera(byId("scan-video"), (text) => this.#take(text));

  /** `take(text)` takes what a code says, and returns false if it is of another kind.
   * @param {(text: string) => boolean} take */
  constructor(take) {
    this.take = take;
    byId("scan").onclose = () => this.#camera.stop();
    byId("scan-close").onclick = () => byId("scan").close();
    byId("scan-photo").onchange = () => this.#readPhotos();
    byId("scan-text").onchange = () => this.#take(byId("scan-text").value);
  }

  open() {
    byId("scan-photo").value = byId("scan-text").value = "";
    setText("scan-answer", hasCamera ? "" : t("hand.no_camera"));
    byId("scan").showModal();
    if (hasCamera) this.#camera.start().catch(() => setText("scan-answer", t("hand.no_camera")));
  }

  async #readPhotos() {
    const texts = await readPhotos(byId("scan-photo").files ?? []).catch(() => []);
    if (!texts.some((text) => this.#take(text))) setText("scan-answer", t("hand.no_code"));
  }

  /** @param {string} text */
  #take(text) {
    if (!byId("scan").open || !this.take(text)) {
      setText("scan-answer", t("hand.no_code"));
      return false;
    }
    byId("scan").close();
    return true;
  }
}
