// Computes the steps of a deploy, as host_tools/usb/deploy.py does, by the same names.

import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";

const { names, start, stages, architectures, format, machine_code } = FACTS.deploy;

/** The steps from the files `present` to those `wanted`, both path → digest: files to keep, to send and to remove (`gone`),
 * folders to create. `listed` are the paths in the board's own list of firmware files: those not wanted are removed.
 * @param {Record<string, string>} present
 * @param {string[]} listed
 * @param {Record<string, string>} wanted */
export function planDeploy(present, listed, wanted) {
  const own = new Set([...names.map((path) => `/${path}`), ...listed].filter((path) => Object.hasOwn(present, path)));
  const sent = sorted(Object.keys(wanted).filter((path) => present[path] !== wanted[path]));
  const gone = sorted([...own].filter((path) => !Object.hasOwn(wanted, path)));
  const changed = new Set([...sent, ...gone]);
  const kept = sorted(Object.keys(present).filter((path) => !changed.has(path)));
  return { kept, sent, gone, folders: parentFolders([...kept, ...sent]) };
}

/** Which of the `paths` of a board's files are not known to be ours; `starts`: digests of its boot.py and main.py, `listed`:
 * those of its own list, `wanted`: those of the new firmware, all by path. On a board that runs our firmware, or has its
 * list, all else is the board's own, or is not touched.
 * @param {string[]} paths
 * @param {Record<string, string>} starts
 * @param {Record<string, string>} listed
 * @param {Record<string, string>} wanted
 * @param {boolean} runsFirmware */
export function strangersPaths(paths, starts, listed, wanted, runsFirmware) {
  const hasList = Object.keys(listed).length > 0;
  const found = Object.keys(starts);
  if (runsFirmware || hasList)
    return found.filter((path) => hasList && ![listed[path], wanted[path]].includes(starts[path]));
  const own = names.map((path) => `/${path}`);
  const ours = new Set(stages.flatMap((stage) => own.map((path) => stage + path)));
  for (const path of own) if (!start.includes(path.slice(1))) ours.add(path);
  for (const path of found) if (wanted[path] === starts[path]) ours.add(path);
  return paths.filter((path) => !ours.has(path));
}

/** Whether a version, of numbers with dots between them, is newer than another.
 * @param {string} version
 * @param {string} other */
export function isNewer(version, other) {
  const [one, two] = [version, other].map((text) =>
    text
      .split(".")
      .filter((part) => /^\d+$/.test(part))
      .map(Number),
  );
  const at = one.findIndex((part, index) => part !== two[index]);
  return at >= 0 && (two[at] === undefined || one[at] > two[at]);
}

/** The processor that `sys.implementation._mpy` of a board names; "" if it is unknown and runs bytecode. Throws Fault.
 * @param {number} mpy */
export function architecture(mpy) {
  if ((mpy & 0xff) !== format) throw new Fault("format", { found: mpy & 0xff, format });
  const index = (mpy >> 10) & 0x0f;
  return index < architectures.length && ((mpy >> 8) & 0x03) === machine_code ? architectures[index] : "";
}

/** The folders that `paths` need below /next, parents first.
 * @param {string[]} paths */
function parentFolders(paths) {
  const found = new Set();
  for (const path of paths) {
    const parts = `/next${path}`.split("/").slice(1, -1);
    parts.forEach((_, index) => found.add(`/${parts.slice(0, index + 1).join("/")}`));
  }
  return sorted([...found]);
}

/** Sorts texts in place by code, as Python does, and returns them.
 * @param {string[]} texts */
const sorted = (texts) => texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
