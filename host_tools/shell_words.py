"""Quote the words of a command that is printed to be copied, as the shells of this system take them."""

import os
import re
import shlex

_SAFE_ON_WINDOWS = re.compile(r"[\w@+=:,./\\-]+", re.ASCII)


def shell_words(*words: object) -> str:
    """Return words with blanks between them, each quoted where a shell would take it for something else.

    On Windows it is quoted for cmd and PowerShell alike, as far as the two agree.
    """
    texts = list(map(str, words))
    return " ".join(map(_windows_word, texts)) if os.name == "nt" else shlex.join(texts)


def _windows_word(word: str) -> str:
    return word if _SAFE_ON_WINDOWS.fullmatch(word) else '"{}"'.format(word.replace('"', '\\"'))
