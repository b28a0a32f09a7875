// This site's firmware images: lists of files by platform and processor, and the files by their digest.

import { Fault } from "./fault.js";

let imageLists = null;
const files = new Map(); // digest → bytes

/** The image for a processor and `sys.platform`: `digests` and `sizes` by path, and `bytes(path)`, which resolves to a file.
 * A processor that has no image of its own runs bytecode. Throws Fault: `no_firmware`. */
export async function fittingImage(processor, platform) {
  imageLists ??= JSON.parse(new TextDecoder().decode(await fetchBytes("firmware/images.json")));
  const byProcessor = imageLists[platform] ?? imageLists.other;
  const image = byProcessor[processor] ?? byProcessor[""];
  const column = (index) => Object.fromEntries(Object.entries(image).map(([path, values]) => [path, values[index]]));
  const wanted = { digests: column(0), sizes: column(1), bytes: (path) => firmwareFile(image[path][0]) };
  // All files are fetched before any is written: the network may fail.
  await Promise.all(Object.keys(image).map(wanted.bytes));
  return wanted;
}

async function firmwareFile(digest) {
  if (!files.has(digest)) files.set(digest, await fetchVerified(digest));
  return files.get(digest);
}

async function fetchVerified(digest) {
  const bytes = await fetchBytes(`firmware/${digest}`);
  if ((await sha256(bytes)) !== digest) throw new Fault("no_firmware");
  return bytes;
}

async function sha256(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetchBytes(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // No network, and no copy.
  }
  throw new Fault("no_firmware");
}
