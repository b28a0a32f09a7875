// New firmware on a board, atomically: written aside, verified, then given its name; boot.py does the rest.
//
// As host_tools/usb/deploy.py: until /next becomes /ready the board begins with the firmware it had, from then on with
// the new one. Journal, results and settings stand elsewhere and are not touched.

import { FACTS } from "../facts.js";
import { Fault } from "./fault.js";
import { architecture, plan } from "./plan.js";
import { python } from "./repl.js";

const { where, kind, device, stages, folder, list, start } = FACTS.deploy;

/** Brings the board to the firmware of this page: how many files were sent, bytes in all, and files gone.
 * `tell(sent, size)` hears bytes. Throws Fault. */
export async function deploy(repl, images, tell) {
  if ((await repl.run(where)).startsWith(".frozen")) throw new Fault("frozen");
  const [mpy, platform] = (await repl.run(kind)).trim().split(" ");
  const wanted = await images.fitting(architecture(Number(mpy)), platform);
  await repl.run(device);
  const present = await digests(repl, [`/${folder}`, ...start.map((name) => `/${name}`)]);
  const todo = plan(present, await listed(repl, present), wanted.digests);
  const size = todo.sent.reduce((sum, path) => sum + wanted.sizes[path], 0);
  tell(0, size);
  if (todo.sent.length || todo.gone.length) {
    await stage(repl, todo, wanted, (sent) => tell(sent, size));
    await verify(repl, wanted.digests);
    await repl.run("settle()");
  }
  return { sent: todo.sent.length, size, gone: todo.gone.length };
}

/** Path → digest of each file at or below some places. */
async function digests(repl, paths) {
  const said = await repl.run(paths.map((path) => `present(${python(path)})\n`).join(""));
  const lines = said.split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
}

/** The files that the board's own list of its firmware names. */
async function listed(repl, present) {
  if (!present[`/${list}`]) return [];
  const said = await repl.run(`print(open(${python(`/${list}`)}).read())`);
  return said.split(/\s+/).filter(Boolean).map((path) => `/${path}`);
}

/** All that the board is to have below /next: what it has already is copied there, the rest sent. */
async function stage(repl, todo, wanted, tell) {
  const tuple = (paths) => `[${paths.map(python).join(",")}]`;
  for (const name of stages) await repl.run(`clear(${python(name)})`);
  await repl.run(`make(${tuple(todo.folders)})\ncopy(${tuple(todo.kept)}, '/next')`);
  let sent = 0;
  for (const path of todo.sent) {
    const before = sent;
    const bytes = await wanted.bytes(path);
    await repl.write(`/next${path}`, bytes, (part) => tell(before + part));
    sent += bytes.length;
  }
}

async function verify(repl, wanted) {
  const arrived = await digests(repl, ["/next"]);
  const wrong = Object.keys(wanted).find((path) => arrived[`/next${path}`] !== wanted[path]);
  if (wrong) throw new Fault("damaged", { path: wrong });
}
