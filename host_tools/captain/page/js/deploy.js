// Deploys firmware atomically: writes it beside the old one, verifies it, renames it; boot.py installs it.
//
// As host_tools/usb/deploy.py: until /next becomes /ready the board starts with the firmware it had, from then on with
// the new one. Journal, results and settings are elsewhere and are not touched.

import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";
import { architecture, isNewer, planDeploy, strangersPaths } from "./plan.js";
import { pythonLiteral } from "./repl.js";

/** @typedef {import("./repl.js").Repl} Repl */
/** @typedef {Awaited<ReturnType<typeof import("./images.js").fittingImage>>} Image */

const { where, kind, device, stages, places_of_list, folder, list, start } = FACTS.deploy;
const SHOWN = 20;
const decoder = new TextDecoder();

/** What a deploy may do. `runsFirmware`: whether the board's firmware has answered, or is known to have stopped;
 * `keep(path, bytes)` takes each file that is not ours, which then is moved away; null: there may be none.
 * @typedef {{ runsFirmware: boolean, keep: ((path: string, bytes: Uint8Array) => void) | null, downgrade: boolean,
 * report: (sent: number, size: number) => void }} DeployOptions */

/** Deploys this page's firmware; resolves to the numbers of files `sent`, their bytes in all (`size`), and files removed
 * (`gone`), and to the folder into which files that are not ours were moved (`keptIn`). `report(sent, size)` takes bytes.
 * Throws Fault, `strangers` and `newer` among others, before anything is changed.
 * @param {Repl} repl
 * @param {typeof import("./images.js")} images
 * @param {DeployOptions} options */
export async function deploy(repl, images, { runsFirmware, keep, downgrade, report }) {
  if ((await repl.run(where)).startsWith(".frozen")) throw new Fault("frozen");
  const [mpy, platform] = (await repl.run(kind)).trim().split(" ");
  const wanted = await images.fittingImage(architecture(Number(mpy)), platform);
  await repl.run(device);
  const present = await listDigests(repl, [`/${folder}`, ...start.map((name) => `/${name}`)]);
  const { version, listed } = await readFileList(repl);
  if (!downgrade && isNewer(version, FACTS.firmware)) throw newerFault(version);
  const strangers = await findStrangers(repl, present, listed, wanted.digests, runsFirmware);
  if (strangers.length && !keep) throw strangersFault(strangers);
  const keptIn = strangers.length && keep ? await keepFiles(repl, strangers, keep) : "";
  for (const { path } of strangers) delete present[path];
  const todo = planDeploy(present, Object.keys(listed), wanted.digests);
  const size = todo.sent.reduce((sum, path) => sum + wanted.sizes[path], 0);
  report(0, size);
  if (todo.sent.length || todo.gone.length) {
    await stage(repl, todo, wanted, (sent) => report(sent, size));
    await verify(repl, wanted.digests);
    await repl.run("install()");
  }
  return { sent: todo.sent.length, size, gone: todo.gone.length, keptIn };
}

/** @param {string} version */
export const newerFault = (version) => new Fault("newer", { has: version, ours: FACTS.firmware });

/** @typedef {{ path: string, size: number, comment: string }} StrangersFile */

/** The files on the board that are not known to be ours, with their sizes, and their first line where that is a comment.
 * @param {Repl} repl
 * @param {Record<string, string>} present
 * @param {Record<string, string>} listed
 * @param {Record<string, string>} wanted
 * @param {boolean} runsFirmware
 * @returns {Promise<StrangersFile[]>} */
async function findStrangers(repl, present, listed, wanted, runsFirmware) {
  const starts = Object.fromEntries(Object.entries(present).filter(([path]) => start.includes(path.slice(1))));
  const looked = runsFirmware || Object.keys(listed).length ? Object.keys(starts) : [""];
  const output = await repl.run(looked.map((path) => `describe_files(${pythonLiteral(path)})\n`).join(""));
  const files = output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(([path, size, comment]) => ({ path, size, comment: decoder.decode(bytesOfHex(comment)) }));
  const paths = strangersPaths(
    files.map(({ path }) => path),
    starts,
    listed,
    wanted,
    runsFirmware,
  );
  return files.filter(({ path }) => paths.includes(path));
}

/** @param {StrangersFile[]} files */
function strangersFault(files) {
  const shown = files.slice(0, SHOWN).map(({ path, size, comment }) => `${path} (${size}${comment && `: ${comment}`})`);
  if (files.length > SHOWN) shown.push("…");
  return new Fault("strangers", { files: shown.join(", ") });
}

/** Gives path and contents of each file to `keep`, then moves all on the board; resolves to the folder. Throws Fault.
 * @param {Repl} repl
 * @param {StrangersFile[]} files
 * @param {(path: string, bytes: Uint8Array) => void} keep */
async function keepFiles(repl, files, keep) {
  for (const { path, size } of files) {
    const output = await repl.run(`read_file(${pythonLiteral(path)})`);
    const bytes = output.split("\n").filter(Boolean).map(atob).join("");
    if (bytes.length !== size) throw new Fault("damaged", { path });
    keep(
      path,
      Uint8Array.from(bytes, (char) => char.charCodeAt(0)),
    );
  }
  return (await repl.run(`keep_files([${files.map(({ path }) => pythonLiteral(path)).join(",")}])`)).trim();
}

/** @param {string} hex */
const bytesOfHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The digests of the board's files at or below some paths, by path.
 * @param {Repl} repl
 * @param {string[]} paths */
async function listDigests(repl, paths) {
  const output = await repl.run(paths.map((path) => `list_files(${pythonLiteral(path)})\n`).join(""));
  const lines = output.split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
}

/** The board's own lists of its firmware's files: their version, and their digests by path; empty if it has none.
 * @param {Repl} repl */
async function readFileList(repl) {
  const places = places_of_list.map(pythonLiteral).join(",");
  const output = await repl.run(`print_lists(${pythonLiteral(list)}, (${places},))`);
  /** @type {Record<string, string>} */
  const listed = {};
  let version = "";
  for (const line of output.split("\n").map((text) => text.trim())) {
    const [first, rest] = [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)];
    if (first === "version") version ||= rest;
    else if (first !== line) listed[`/${rest}`] = first;
  }
  return { version, listed };
}

/** Writes the new firmware below /next: copies the unchanged files on the board, sends the others.
 * @param {Repl} repl
 * @param {ReturnType<typeof planDeploy>} todo
 * @param {Image} wanted
 * @param {(sent: number) => void} report */
async function stage(repl, todo, wanted, report) {
  /** @param {string[]} paths */
  const literalList = (paths) => `[${paths.map(pythonLiteral).join(",")}]`;
  for (const name of stages) await repl.run(`remove_folder(${pythonLiteral(name)})`);
  await repl.run(`make_folders(${literalList(todo.folders)})\ncopy_files(${literalList(todo.kept)}, '/next')`);
  let sent = 0;
  for (const path of todo.sent) {
    const before = sent;
    const bytes = await wanted.bytes(path);
    await repl.write(`/next${path}`, bytes, (part) => report(before + part));
    sent += bytes.length;
  }
}

/** Compares the files below /next with the digests `wanted`. Throws Fault: `damaged`.
 * @param {Repl} repl
 * @param {Record<string, string>} wanted */
async function verify(repl, wanted) {
  const arrived = await listDigests(repl, ["/next"]);
  const wrong = Object.keys(wanted).find((path) => arrived[`/next${path}`] !== wanted[path]);
  if (wrong) throw new Fault("damaged", { path: wrong });
}
