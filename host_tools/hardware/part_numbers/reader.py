"""Reads part numbers by the rules of all kinds of part."""

import re

from . import connectors, mechanical, modules, passives, semiconductors
from .rule import Facts, Rule

_RULES = (*semiconductors.RULES, *passives.RULES, *modules.RULES, *mechanical.RULES, *connectors.RULES)
_COMMENT = re.compile(r" \([^()]*\)$")


def facts(number: str) -> Facts:
    """Return what a part's number says; {} for one that no rule fits. A comment in brackets may follow it."""
    found = _find(number)
    return found[1] if found else {}


def bare(number: str) -> str:
    """Return a number as it is ordered: without a comment in brackets behind it."""
    return _COMMENT.sub("", number)


def source(number: str) -> str:
    """Return where the rule for a number is from; "" for one that no rule fits."""
    found = _find(number)
    return found[0].source if found else ""


def _find(number: str) -> tuple[Rule, Facts] | None:
    """Return the first rule for a number and what it says: for the number as it stands, else without its comment."""
    for text in dict.fromkeys((number, bare(number))):
        for rule in _RULES:
            if (found := rule.read(text)) is not None:
                return rule, found
    return None
