// The firmware for boards as this site carries it: lists of files by kind of board, and the files by their digest.

import { Fault } from "./fault.js";
import { sha256 } from "./seal.js";

let listed = null;
const files = new Map(); // digest → bytes

/** What a board of that processor and `sys.platform` is to have: `digests` and `sizes` by path, and `bytes(path)`.
 * A processor that has no image of its own runs bytecode. */
export async function fitting(processor, platform) {
  listed ??= JSON.parse(new TextDecoder().decode(await fetched("firmware/images.json")));
  const kinds = listed[platform] ?? listed.other;
  const image = kinds[processor] ?? kinds[""];
  const of = (at) => Object.fromEntries(Object.entries(image).map(([path, told]) => [path, told[at]]));
  const wanted = { digests: of(0), sizes: of(1), bytes: (path) => file(image[path][0]) };
  // All of it is here before anything is written: a network may go.
  await Promise.all(Object.keys(image).map(wanted.bytes));
  return wanted;
}

async function file(digest) {
  if (!files.has(digest)) files.set(digest, await sound(digest));
  return files.get(digest);
}

async function sound(digest) {
  const bytes = await fetched(`firmware/${digest}`);
  if ((await sha256(bytes)) !== digest) throw new Fault("no_firmware");
  return bytes;
}

async function fetched(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // No network, and no copy.
  }
  throw new Fault("no_firmware");
}
