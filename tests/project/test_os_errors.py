"""What the system says when it refuses something reaches people in their language."""

import errno
import socket
import ssl

import pytest

from host_tools.i18n import LANGUAGES, catalogue, use_language
from host_tools.os_errors import os_reason
from tests.project.import_graph import ROOT


def test_no_module_tells_the_system_s_words_by_itself():
    """They are English, or in the language of the whole machine."""
    telling = {path.name for path in (ROOT / "host_tools").rglob("*.py") if "strerror" in path.read_text("utf-8")}
    assert telling == {"os_errors.py"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_named_as_the_system_names_them(language):
    told = [key.removeprefix("cli.os.") for key in catalogue(language) if key.startswith("cli.os.")]
    assert {"EACCES", "EISDIR", "ENOENT", "ENOSPC"} <= set(told) <= set(errno.errorcode.values())


def test_a_reason_is_in_the_reader_s_language(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        (tmp_path / "none").read_text()
    with use_language("fr"):
        assert os_reason(missing.value) == "ce fichier ou ce dossier n’existe pas"
    with use_language("en"):
        assert os_reason(missing.value) == "No such file or directory"


def test_what_has_no_message_says_itself_what_is_wrong():
    """A number of TLS or of a look-up means something else there."""
    with use_language("fr"):
        assert os_reason(ssl.SSLError(errno.EPERM, "wrong version number")) == "wrong version number"
        assert os_reason(socket.gaierror(-2, "Name or service not known")) == "Name or service not known"
        assert os_reason(OSError("no such thing")) == "no such thing"
        assert os_reason(ValueError("not so")) == "not so"
