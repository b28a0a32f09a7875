"""What is read once for all builds."""

from dataclasses import dataclass
from typing import Any

from .bom import Bom
from .power import Row


@dataclass(frozen=True)
class Sources:
    """What all builds are made from: parameters, power report, parts, the guides' text for all builds by their names,
    and what fills their marks (`guide_tables.blocks`)."""

    params: Any
    rows: list[Row]
    bom: Bom
    guides: dict[str, str]
    blocks: dict[str, str]
