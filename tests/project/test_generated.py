"""What is made from something else in the repository is what `python -m tests.generate` makes of it."""

import pytest

from firmware.rules.presets import PRESET_NAMES
from host_tools import i18n
from tests import generate

FILES = generate.generated()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(generate.ROOT)))
def test_a_file_is_what_it_is_made_from(path):
    assert generate.differs(path, FILES[path]) is None, "python -m tests.generate writes it anew"


def test_what_differs_is_named_and_written_only_if_asked(tmp_path, monkeypatch, capsys):
    file = tmp_path / "words.py"
    file.write_bytes(b"old")
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "generated", lambda: {file: lambda: b"new"})
    assert generate.main(["--check"]) == 1
    assert file.read_bytes() == b"old"
    assert generate.main([]) == 0
    assert file.read_bytes() == b"new"
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr().out == "words.py is not what it is made from\nwords.py written\n"


def test_a_message_that_a_catalogue_lacks_is_named(monkeypatch, capsys):
    """As a new preset without its French."""
    real = i18n.raw_catalogue
    key = f"preset.{PRESET_NAMES[-1]}.name"

    def without_french(language):
        return {name: text for name, text in real(language).items() if language != "fr" or name != key}

    for module in (i18n, generate):
        monkeypatch.setattr(module, "raw_catalogue", without_french)
    i18n.catalogue.cache_clear()
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out == f"{key}: not in host_tools/i18n/fr.toml\n"


def test_the_mip_package_names_files_that_are_there():
    for line in generate.mip_package().splitlines():
        if "firmware/" in line:
            name = line.split('"')[3]
            assert (generate.ROOT / "firmware" / name).is_file()
