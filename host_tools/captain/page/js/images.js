// This site's firmware images: lists of files by platform and processor, and the files by their digest.

import { Fault } from "./fault.js";

/** By platform, processor and path.
 * @typedef {Record<string, Record<string, Record<string, [digest: string, size: number]>>>} ImageLists */

/** @type {ImageLists | null} */
let imageLists = null;
/** @type {Map<string, Uint8Array>} */
const fetched = new Map(); // digest → bytes

/** The image for a processor and `sys.platform`: [digest, size] of its `files` by path, and `bytes(path)`, which resolves to one.
 * A processor that has no image of its own runs bytecode. Throws Fault: `no_firmware`.
 * @param {string} processor
 * @param {string} platform */
export async function fittingImage(processor, platform) {
  const lists = (imageLists ??= await fetchLists());
  const byProcessor = lists[platform] ?? lists.other;
  const files = byProcessor[processor] ?? byProcessor[""];
  const bytes = (/** @type {string} */ path) => firmwareFile(files[path][0]);
  // All files are fetched before any is written: the network may fail.
  await Promise.all(Object.keys(files).map(bytes));
  return { files, bytes };
}

/** @returns {Promise<ImageLists>} */
const fetchLists = async () => JSON.parse(new TextDecoder().decode(await fetchBytes("firmware/images.json")));

/** @param {string} digest
 * @returns {Promise<Uint8Array>} */
async function firmwareFile(digest) {
  const bytes = fetched.get(digest) ?? (await fetchVerified(digest));
  fetched.set(digest, bytes);
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
