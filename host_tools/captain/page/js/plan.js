// What a deploy has to do: the same as host_tools/usb/deploy.py works out, by the same names.

import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";

const { names, architectures, format, machine_code } = FACTS.deploy;

/** The way from the files `present` to those `wanted`, both path → digest. `listed` are paths that the firmware on the
 * board calls its own: of them, what is not wanted goes. Everything else stays as it is. */
export function plan(present, listed, wanted) {
  const ours = new Set([...names.map((path) => `/${path}`), ...listed].filter((path) => Object.hasOwn(present, path)));
  const sent = sorted(Object.keys(wanted).filter((path) => present[path] !== wanted[path]));
  const gone = sorted([...ours].filter((path) => !Object.hasOwn(wanted, path)));
  const out = new Set([...sent, ...gone]);
  const kept = sorted(Object.keys(present).filter((path) => !out.has(path)));
  return { kept, sent, gone, folders: folders([...kept, ...sent]) };
}

/** Which of the images fits: one of the names of processors, or "" where the board is to have bytecode. */
export function architecture(mpy) {
  if ((mpy & 0xff) !== format) throw new Fault("format", { found: mpy & 0xff, format });
  const number = (mpy >> 10) & 0x0f;
  return number < architectures.length && ((mpy >> 8) & 0x03) === machine_code ? architectures[number] : "";
}

/** Folders below /next, outer ones first. */
function folders(paths) {
  const found = new Set();
  for (const path of paths) {
    const parts = `/next${path}`.split("/").slice(1, -1);
    parts.forEach((_, at) => found.add(`/${parts.slice(0, at + 1).join("/")}`));
  }
  return sorted([...found]);
}

/** By code points, as Python sorts. */
const sorted = (texts) => texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
