"""Tests of the desk commands' language, which is the shell's."""

import ast
import re
from pathlib import Path

import pytest
from desk.cli_runner import Shell

import host_tools.desk

DESK = Path(host_tools.desk.__file__).parent
SAYS = re.compile(r"Error$|^(echo|print_result|table|prompt)$")
"""Whatever is given to these is read by a user."""
NOT_SAID = {"ServerError", "ValueError", "TypeError", "KeyError", "OSError", "RuntimeError"}
NOT_SAID |= {"PayloadError", "RefusedMessageError"}
"""Of benchmarks, or put into words by whoever catches them."""


def literal(node: ast.expr) -> str:
    """What an expression has of text that is written in the program; values that are filled in left out."""
    if isinstance(node, ast.IfExp):
        return literal(node.body) + literal(node.orelse)
    if isinstance(node, ast.BinOp):
        return literal(node.left) + literal(node.right)
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return " ".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def said(path: Path):
    """(line, text) of all text in the program that is given to somebody who reads it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if SAYS.search(name) and name not in NOT_SAID:
            for argument in node.args:
                yield node.lineno, literal(argument).replace("cribboard event", "").replace("cribboard desk", "")


def test_no_command_has_words_of_its_own():
    """They are in the catalogues, of which another test says that they have the same keys in both languages."""
    files = [path for path in DESK.rglob("*.py") if path.parent.name != "web"]
    found = [
        f"{path.name}:{line}: {text}" for path in files for line, text in said(path) if re.search("[a-z]{3}", text)
    ]
    assert found == []


@pytest.fixture
def soir(tmp_path, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "fr_CA.UTF-8")
    (tmp_path / "j.csv").write_text("name,partner\nAnne,Bob\nChloé,Denis\nÈve,Félix\nGuy,Hélène\n")
    shell = Shell(tmp_path)
    shell("create", "Soir", "--format", "bsg", "--roster", tmp_path / "j.csv", "--fee", 5, "--seed", 1)
    shell("seat", "Soir")
    return shell


def test_an_evening_in_french(soir):
    assert (
        "ronde 1, table 1\u00a0: inscrit"
        in soir("enter", "Soir", "--round", 1, "--table", 1, "--scores", "121,90").stdout
    )
    assert "classement selon\u00a0: points" in soir("standings", "Soir").stdout
    assert "si tous finissent ainsi" in soir("prizes", "Soir").stdout
    assert "pourquoi" in soir("diary", "Soir").stdout
    assert "seated" not in soir("diary", "Soir").stdout
    assert '<html lang="fr">' in soir("standings", "Soir", "--html").stdout
    assert "1 sur 4 ont payé" in soir("paid", "Soir", "Anne").stdout
    assert soir.json("standings", "Soir")[0]["rank"] == 1, "what programs read is the same in every language"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("[[purse]", "cagnottes\u00a0: pas du TOML"),
        ("[[purse]]\nfee = 5\nshares = [50]\nloot = 1", "il n’y a pas de loot"),
        ("[[purse]]\nfee = 5", "ici il n’y en a pas"),
        ("[[purse]]\nfee = 5\nhands = { 19 = 1 }", "comme { 29 = 60, 28 = 40 }"),
    ],
)
def test_what_is_wrong_with_purses_in_french(soir, rules, told):
    (soir.folder / "p.toml").write_text(rules)
    assert told in soir.refused("purses", "Soir", soir.folder / "p.toml")


def test_what_is_wrong_with_a_roster_in_french(soir):
    (soir.folder / "r.csv").write_text("numéro,club\n1,Nord\n2,Sud\n")
    assert "ligne 1\u00a0: pas de colonne de noms" in soir.refused("create", "Z", "--roster", soir.folder / "r.csv")
    assert "il n’y a pas d’événement « Nulle part »" in soir.refused("standings", "Nulle part")
