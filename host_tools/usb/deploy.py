"""Deploys firmware to a board: does the steps of `sans_io.deploy_steps` at its prompt."""

from binascii import a2b_base64
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from host_tools.printable import printable
from host_tools.usb import deploy_files
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.sans_io.deploy_steps import deploy_steps
from host_tools.usb.sans_io.problem import Problem

BOARD_SCRIPT = Path(__file__).with_name("repl_script.py")


def deploy(
    repl: Repl,
    report: Callable[[int, int], None],
    runs_firmware: bool = True,
    keep: Callable[[str, bytes], None] | None = None,
    downgrade: bool = False,
) -> dict[str, Any]:
    """Deploy this program's firmware to the board; return what `deploy_steps` does. Raises ReplError.

    `report` takes the bytes sent, and the bytes to send in all; `keep` takes path and contents of each file that is not
    ours, which then is moved away; None: there may be none. The other parameters are those of `deploy_steps`.
    """
    tools = BOARD_SCRIPT.read_text(encoding="utf-8")
    steps = deploy_steps(tools, firmware_paths(), runs_firmware, keep is not None, downgrade)
    image: dict[str, bytes] = {}
    sent = size = 0
    answer: Any = None
    try:
        while True:
            step, *values = steps.send(answer)
            answer = None
            if step == "run":
                answer = repl.run(*values)
            elif step == "image":
                image = {f"/{path}": data for path, data in deploy_files.board_image(*values).items()}
                answer = {path: [deploy_files.sha256_hex(data), len(data)] for path, data in image.items()}
            elif step == "keep" and keep is not None:
                keep(values[0], b"".join(map(a2b_base64, values[1].splitlines())))
            elif step == "size":
                size = values[0]
                report(sent, size)
            elif step == "write":
                data = image[values[0]]
                repl.write(f"/next{values[0]}", data, partial(_report_part, report, sent, size))
                sent += len(data)
    except StopIteration as end:
        return end.value
    except Problem as problem:
        raise ReplError("\n".join(map(printable, str(problem).split("\n")))) from None


def _report_part(report: Callable[[int, int], None], before: int, size: int, part: int) -> None:
    report(before + part, size)


def firmware_paths() -> Collection[str]:
    """Return the absolute paths that the firmware's files have on any kind of board."""
    return sorted(f"/{path}" for path in deploy_files.firmware_paths())
