"""Plays key presses on a virtual board with a modelled sound module, and makes the sound that a player would hear."""

from array import array
from tempfile import TemporaryDirectory

from firmware.config import KEY_OK, KEYS_PER_TEAM, SPOKEN
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player
from host_tools.voice.module_model import Heard, ModuleModel
from host_tools.voice.sound import RATE, length_ms

STARTING_MS = 5000
"""From power on until the first key is pressed: the module has said its card."""
_ENDING_MS = 8000
PRESS_PAUSE_MS = 300
TURN_PAUSE_MS = 4000
_PORT_MA = 1500


class SpokenPlayer(Player):
    """A Player whose board has a sound module: `model`, whose time is the player's."""

    def __init__(self, steps: list, root: str, model: ModuleModel) -> None:
        self.model = model
        super().__init__(steps, root)

    def make_hal(self, tracks: int, root: str) -> VirtualHal:
        hal = super().make_hal(tracks, root)
        hal.voice = True
        hal.port_ma = _PORT_MA
        hal.voice_port = self.model
        return hal

    def step(self) -> None:
        self.model.advance(self.now)
        super().step()


def at_human_pace(steps: list) -> list:
    """Return a scenario's steps with the pauses of people: between presses, and before another side or OK presses."""
    paced: list = []
    before = -1
    for step in steps:
        if step[1] == "press":
            side = min(step[2], KEY_OK) // KEYS_PER_TEAM
            paced.append([step[0], "wait", PRESS_PAUSE_MS if side == before else TURN_PAUSE_MS])
            before = side
        paced.append(step)
    return paced


def heard_game(
    text: str, sounds: list[bytes], language: str, spoken: str = SPOKEN[0], paced: bool = False
) -> list[Heard]:
    """Return what a player hears of a scenario, `paced` if it is to have the pauses of people.

    Raises ScriptError for a line that is invalid or fails.
    """
    model = ModuleModel(lambda clip: length_ms(sounds[clip]), len(sounds))
    steps = at_human_pace(parse(text)) if paced else parse(text)
    setting = [0, "set", {"language": language, "spoken": spoken}]
    with TemporaryDirectory() as root:
        player = SpokenPlayer([setting, [0, "wait", STARTING_MS], *steps, [0, "wait", _ENDING_MS]], root, model)
        player.run()
    return model.heard


def heard_sound(heard: list[Heard], sounds: list[bytes]) -> bytes:
    """Return the sound of clips as they were heard, from power on."""
    end = max((one.ended for one in heard), default=0)
    samples = array("h", bytes(2 * (round(end * RATE / 1000) + RATE)))
    for one in heard:
        first = round(one.began * RATE / 1000)
        sound = array("h", sounds[one.clip])[: round((one.ended - one.began) * RATE / 1000) + 1]
        samples[first : first + len(sound)] = sound
    return samples.tobytes()
