"""A virtual board whose computer's disk is full is told so, as by its own flash, and has what it had before."""

import json
import subprocess
from pathlib import Path

from host_tools.sim import serial
from host_tools.sim.micropython_process import node_path

FLASH = Path(serial.__file__).with_name("flash.mjs")
SCRIPT = """
import { openSync } from "node:fs";
const { mirror } = await import(process.argv[1]);
class ErrnoError extends Error {
  constructor(errno) { super(); this.errno = errno; }
}
const nothing = () => {};
const names = ["stat", "lstat", "readdir", "mkdir", "rmdir", "unlink", "rename", "open", "close"];
const FS = { ErrnoError, ...Object.fromEntries(names.map((name) => [name, nothing])) };
FS.write = (stream, buffer, offset, count) => {
  stream.node.usedBytes = stream.position += count;
  return count;
};
mirror(FS, "/board", "/nowhere");
const stream = { copy: openSync("/dev/full", "w"), position: 8, node: { usedBytes: 8 } };
let told = null;
try {
  FS.write(stream, new Uint8Array(16), 0, 16);
} catch (error) {
  told = [error instanceof ErrnoError, error.errno];
}
console.log(JSON.stringify({ told, position: stream.position, bytes: stream.node.usedBytes }));
"""
ENOSPC = 28


def test_a_full_disk_is_the_board_s_own_error_and_takes_nothing_back():
    command = [str(node_path()), "--input-type=module", "-e", SCRIPT, FLASH.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"told": [True, ENOSPC], "position": 8, "bytes": 8}
