"""Start programs that end with the process that started them, however that ends."""

import shutil
from collections.abc import Sequence


def ending_with_parent(command: Sequence[str]) -> list[str]:
    """Return the command for a program that is terminated (SIGTERM) once the thread that starts it has ended.

    On Linux util-linux's `setpriv` asks the kernel for that, PR_SET_PDEATHSIG, and becomes the program, under the same
    process id. Where there is none, as on macOS and Windows, the command is returned as it is.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", "--", *command] if setpriv else list(command)
