"""A virtual board whose flash is full, or its computer's disk, is told so, and has what it had before."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.json_file import decode_json
from firmware.settings import SETTINGS_VERSION
from host_tools.sim import serial
from host_tools.sim.micropython_process import node_path
from host_tools.usb.protocol_client import BoardLinkError

from .pty_boards import Table

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
mirror(FS, "/board", "/nowhere", () => true);
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


BLOCK, BLOCKS = 4096, 352
"""Of a Pico's flash, as MicroPython formats it for files."""


def test_on_a_full_flash_a_setting_is_refused_and_the_game_goes_on(tmp_path):
    with ExitStack() as stack:
        table = Table(stack, tmp_path)
        table.plug(1)
        table.ask(1, "configure", table=7)
        table.pull(1)
        files = [path for path in table.folder(1).rglob("*") if path.is_file()]
        room = BLOCKS - sum(-(-path.stat().st_size // BLOCK) for path in files)
        (table.folder(1) / "other").write_bytes(bytes(room * BLOCK))
        board = table.plug(1)
        with pytest.raises(BoardLinkError, match=f"not kept: {ENOSPC}"):
            table.ask(1, "configure", table=8)
        assert table.ask(1, "hello")[0]["table"] == 7
        board.play("A+5 wait 100 OK wait 100")
        assert table.ask(1, "status")[0]["tracks"]["A"]["front"] == 5
        kept = decode_json((table.folder(1) / "settings.json").read_bytes(), SETTINGS_VERSION)
        assert kept["table"] == 7
