// This site's firmware images: lists of files by platform and processor, and the files by their digest.

import { Fault } from "./fault.js";

/** By platform, processor and path.
 * @typedef {Record<string, Record<string, Record<string, [digest: string, size: number]>>>} ImageLists */

/** @type {ImageLists | null} */
let imageLists = null;
/** @type {Map<string, Uint8Array>} */
const files = new Map(); // digest → bytes

/** The image for a processor and `sys.platform`: `digests` and `sizes` by path, and `bytes(path)`, which resolves to a file.
 * A processor that has no image of its own runs bytecode. Throws Fault: `no_firmware`.
 * @param {string} processor
 * @param {string} platform */
export async function fittingImage(processor, platform) {
  const lists = (imageLists ??= await fetchLists());
  const byProcessor = lists[platform] ?? lists.other;
  const image = byProcessor[processor] ?? byProcessor[""];
  const digests = Object.fromEntries(Object.entries(image).map(([path, [digest]]) => [path, digest]));
  const sizes = Object.fromEntries(Object.entries(image).map(([path, [, size]]) => [path, size]));
  const wanted = { digests, sizes, bytes: (/** @type {string} */ path) => firmwareFile(digests[path]) };
  // All files are fetched before any is written: the network may fail.
  await Promise.all(Object.keys(image).map(wanted.bytes));
  return wanted;
}

/** @returns {Promise<ImageLists>} */
const fetchLists = async () => JSON.parse(new TextDecoder().decode(await fetchBytes("firmware/images.json")));

/** @param {string} digest
 * @returns {Promise<Uint8Array>} */
async function firmwareFile(digest) {
  const bytes = files.get(digest) ?? (await fetchVerified(digest));
  files.set(digest, bytes);
  return bytes;
}

/** @param {string} digest */
async function fetchVerified(digest) {
  const bytes = await fetchBytes(`firmware/${digest}`);
  if ((await sha256(bytes)) !== digest) throw new Fault("no_firmware");
  return bytes;
}

/** @param {Uint8Array} bytes */
async function sha256(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} path */
async function fetchBytes(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // No network, and no copy.
  }
  throw new Fault("no_firmware");
}
