// Deploys firmware atomically: writes it beside the old one, verifies it, renames it; boot.py installs it.
//
// As host_tools/usb/deploy.py: until /next becomes /ready the board starts with the firmware it had, from then on with
// the new one. Journal, results and settings are elsewhere and are not touched.

import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";
import { architecture, planDeploy } from "./plan.js";
import { pythonLiteral } from "./repl.js";

/** @typedef {import("./repl.js").Repl} Repl */
/** @typedef {Awaited<ReturnType<typeof import("./images.js").fittingImage>>} Image */

const { where, kind, device, stages, folder, list, start } = FACTS.deploy;

/** Deploys this page's firmware; resolves to the numbers of files `sent`, their bytes in all (`size`), and files removed
 * (`gone`). `report(sent, size)` takes bytes. Throws Fault.
 * @param {Repl} repl
 * @param {typeof import("./images.js")} images
 * @param {(sent: number, size: number) => void} report */
export async function deploy(repl, images, report) {
  if ((await repl.run(where)).startsWith(".frozen")) throw new Fault("frozen");
  const [mpy, platform] = (await repl.run(kind)).trim().split(" ");
  const wanted = await images.fittingImage(architecture(Number(mpy)), platform);
  await repl.run(device);
  const present = await listDigests(repl, [`/${folder}`, ...start.map((name) => `/${name}`)]);
  const todo = planDeploy(present, await readFileList(repl, present), wanted.digests);
  const size = todo.sent.reduce((sum, path) => sum + wanted.sizes[path], 0);
  report(0, size);
  if (todo.sent.length || todo.gone.length) {
    await stage(repl, todo, wanted, (sent) => report(sent, size));
    await verify(repl, wanted.digests);
    await repl.run("install()");
  }
  return { sent: todo.sent.length, size, gone: todo.gone.length };
}

/** The digests of the board's files at or below some paths, by path.
 * @param {Repl} repl
 * @param {string[]} paths */
async function listDigests(repl, paths) {
  const output = await repl.run(paths.map((path) => `list_files(${pythonLiteral(path)})\n`).join(""));
  const lines = output.split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
}

/** The paths in the board's own list of its firmware's files; [] if it has none.
 * @param {Repl} repl
 * @param {Record<string, string>} present */
async function readFileList(repl, present) {
  if (!present[`/${list}`]) return [];
  const output = await repl.run(`print(open(${pythonLiteral(`/${list}`)}).read())`);
  return output
    .split(/\s+/)
    .filter(Boolean)
    .map((path) => `/${path}`);
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
