// Shows the last result as a code, which the captain's page collects table by table.

import { t } from "./catalogue.js";
import { showCode } from "./code-dialog.js";
import { byId } from "./dom.js";
import { address } from "./public-address.js";
import { packResult } from "./result-link.js";

export class ResultCode {
  #line = ""; // the last result

  constructor() {
    byId("result-code").onclick = byId("ending-code").onclick = () => this.#show();
  }

  /** @param {string[]} lines */
  add(lines) {
    this.#line = lines[lines.length - 1];
    byId("result-code").hidden = false;
  }

  #show() {
    const fragment = packResult(this.#line);
    const link = address ? new URL(`captain/${fragment}`, address).href : fragment;
    showCode({
      title: t("results.code_title"),
      about: t("results.code_about"),
      link,
      note: "",
      buttons: [[t("page.close"), () => {}]],
    });
  }
}
