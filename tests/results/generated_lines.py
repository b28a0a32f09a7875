"""Generate result lines from a seed, valid and corrupted ones."""

import json
import random
from typing import Any

from firmware.journal.seal import FIRST_PREV, line_hash, seal_mac
from firmware.rules.outcome import END_NAMES, NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.results.game_value import game_value

KEY = "00112233445566778899aabbccddeeff"
EVENT = "friday-2026"
ODD = [None, True, False, 0, 1, -1, 2, 121, 122, 999, 1000, 2**31, 2**40, 1.0, 0.5, "", "A", "E", "x" * 50, "é", [], {}]
"""What somebody may put in the place of a value."""
MARKS = '{}[]":,.019aAe-\\ \té\0'


class Lines:
    """Makes up result lines, sound and otherwise; the same ones each time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def fields(self, n: int) -> dict:
        draw = self.random
        preset = draw.choice([*PRESET_NAMES, "custom"])
        teams = "ABCD"[: draw.choice([2, 2, 2, 3, 4])]
        scores, worth, end = self._game(preset, len(teams))
        winner = next((team for team, side in zip(teams, worth, strict=True) if side.won), None)
        fields: dict[str, Any] = {"v": draw.choice([1, 2, 2]), "n": n, "board": "e6614c311b7e6f35"}
        fields |= {
            "event": draw.choice([EVENT, EVENT, "", "other"]),
            "round": draw.randrange(9),
            "table": draw.randrange(30),
        }
        fields |= {"game": draw.randrange(1, 4), "preset": preset, "winner": winner}
        fields |= {"scores": dict(zip(teams, scores, strict=True)), "level": max(side.level for side in worth)}
        fields |= {"points": {team: side.points for team, side in zip(teams, worth, strict=True)}}
        fields |= {"spread": {team: side.spread for team, side in zip(teams, worth, strict=True)}}
        fields |= {"end": end, "signed": draw.random() < 0.9, "moves": 58, "ms": 742000, "at": 1790000000 + n}
        if fields["v"] == 2:
            fields |= {"began": 1789990000, "judged": draw.randrange(3), "muggins": False}
        if draw.random() < 0.1:
            fields |= {"end": "reopened", "replaces": max(n - 1, 1)}
        return fields

    def _game(self, preset: str, teams: int) -> tuple[list[int], list, str]:
        rules = load_preset(preset if preset in PRESET_NAMES else "acc")
        end = self.random.choice(END_NAMES)
        scores = [self.random.randrange(rules.target) for _ in range(teams)]
        if end == "played":
            scores[self.random.randrange(teams)] = rules.target
        return scores, game_value(rules, scores, end, self.random.randrange(teams) if end == "forfeit" else NOBODY), end

    def sealed(self, fields: dict, prev: str, key: str) -> str:
        start = json.dumps({**fields, "prev": prev}, separators=(",", ":"), ensure_ascii=False)[:-1]
        return f'{start},"mac":"{seal_mac(bytes.fromhex(key), start.encode(errors="surrogatepass"))}"}}'

    def log(self, count: int, key: str) -> list[str]:
        """A board's lines, of which one or another was dropped, doubled or changed."""
        prev, texts = FIRST_PREV, []
        for n in range(1, count + 1):
            texts.append(self.sealed(self.fields(n), prev, key))
            prev = line_hash(texts[-1].encode())
        for _ in range(self.random.choice([0, 0, 1, 2])):
            index = self.random.randrange(len(texts))
            texts[index : index + 1] = self.random.choice([[], [texts[index]] * 2, [self.spoiled(texts[index])]])
        return texts

    def spoiled(self, text: str) -> str:
        """The line with something done to it."""
        return self.random.choice([self._other_value, self._other_number, self._other_mark, self._cut])(text)

    def _other_value(self, text: str) -> str:
        fields = json.loads(text)
        name = self.random.choice([*fields, "cleared"])
        inner = fields.get(name)
        if isinstance(inner, dict) and self.random.random() < 0.7:
            inner[self.random.choice([*inner, "E"])] = self.random.choice(ODD)
        elif self.random.random() < 0.3:
            fields.pop(name, None)
        else:
            fields[name] = self.random.choice(ODD)
        mac = fields.pop("mac", None)
        body = json.dumps(fields, separators=(",", ":"), ensure_ascii=self.random.random() < 0.5)[:-1]
        return f'{body},"mac":{json.dumps(mac)}}}'

    def _other_number(self, text: str) -> str:
        index = self.random.choice([i for i, mark in enumerate(text) if mark.isdigit()])
        return f"{text[:index]}{self.random.randrange(10)}{text[index + 1 :]}"

    def _other_mark(self, text: str) -> str:
        index = self.random.randrange(len(text))
        return f"{text[:index]}{self.random.choice(MARKS)}{text[index + self.random.randrange(2) :]}"

    def _cut(self, text: str) -> str:
        return self.random.choice(
            [text[: self.random.randrange(len(text))], text.replace("}", f"{',' * 2000}}}", 1), "[]", "7"]
        )
