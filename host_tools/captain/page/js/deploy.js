// Deploys firmware to a board: does the steps of host_tools/usb/sans_io/deploy_steps.py at its prompt.

import { FACTS } from "../facts.js";
import { converse } from "./python.js";

/** What a deploy may do. `runsFirmware`: whether the board's firmware has answered, or is known to have stopped;
 * `keep(path, bytes)` takes each file that is not ours, which then is moved away; null: there may be none.
 * @typedef {{ runsFirmware: boolean, keep: ((path: string, bytes: Uint8Array) => void) | null, downgrade: boolean,
 * report: (sent: number, size: number) => void }} DeployOptions */

/** Deploys this page's firmware; resolves to the numbers of files `sent`, their bytes in all (`size`), and files removed
 * (`gone`), and to the folder into which files that are not ours were moved (`kept`). `report(sent, size)` takes bytes.
 * Throws Fault, `strangers` and `newer` among others, before anything is changed.
 * @param {import("./repl.js").Repl} repl
 * @param {typeof import("./images.js")} images
 * @param {DeployOptions} options
 * @returns {Promise<{ sent: number, size: number, gone: number, kept: string }>} */
export function deploy(repl, images, { runsFirmware, keep, downgrade, report }) {
  /** @type {Awaited<ReturnType<typeof import("./images.js").fittingImage>>} */
  let image;
  let [sent, size] = [0, 0];
  /** @type {Record<string, (...values: any[]) => any>} */
  const acts = {
    run: (code) => repl.run(code),
    image: async (processor, platform) => {
      image = await images.fittingImage(processor, platform);
      return image.files;
    },
    keep: (path, lines) => keep?.(path, bytesOfLines(lines)),
    size: (bytes) => report(0, (size = bytes)),
    write: async (path) => {
      const bytes = await image.bytes(path);
      await repl.write(`/next${path}`, bytes, (part) => report(sent + part, size));
      sent += bytes.length;
    },
  };
  const terms = [FACTS.deploy_tools, FACTS.firmware_paths, runsFirmware, Boolean(keep), downgrade];
  return converse("begin_deploy", [JSON.stringify(terms)], (step, ...values) => acts[step](...values));
}

/** The bytes of lines of base64.
 * @param {string} lines */
function bytesOfLines(lines) {
  const bytes = lines.split("\n").filter(Boolean).map(atob).join("");
  return Uint8Array.from(bytes, (char) => char.charCodeAt(0));
}
