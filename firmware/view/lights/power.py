"""LED current: an estimate (WLED's model), and the budget of light left after the controller and dark LEDs.

Nothing on the board measures current.
"""

from ...config import CONTROLLER_MA, DISPLAY_MA, LED_FULL_MA, VOICE_MA
from ...interpreter import const
from ...messages import CodedError

_FULL_SUM = const(765)
_LEAST_BUDGET = const(140)
"""Two pegs, a pulse and the marks around them at their least light."""


def light_ma(port_ma: int, leds: int, dark_ua: int) -> int:
    """Return the milliamperes of a port of `port_ma` left for light on a board of `leds` LEDs in all, each of which
    takes `dark_ua` microamperes while dark.
    """
    return port_ma - CONTROLLER_MA - (dark_ua * leds + 999) // 1000


def track_budget(port_ma: int, tracks: int, leds: int, dark_ua: int, voice: bool = False) -> int:
    """Return the sum of R+G+B one track of `leds` LEDs may reach, so that all tracks together stay within the port.

    `dark_ua`: of a dark LED; `voice`: a sound module takes its part. Raises CodedError if the port cannot even
    carry the pegs.
    """
    voice_ma = VOICE_MA if voice else 0
    light = light_ma(port_ma - voice_ma, tracks * leds, dark_ua)
    budget = light * _FULL_SUM // (LED_FULL_MA * tracks)
    if budget < _LEAST_BUDGET:
        raise CodedError(
            "supply-too-low", ma=port_ma, tracks=tracks, needed=_least_ma(tracks, leds, dark_ua) + voice_ma
        )
    return budget


def port_budget(hal) -> int:
    """Return the sum of R+G+B that one track of a machine (`hal`) may reach, by its port's current.

    Raises CodedError if `port_ma` was set by hand and is too little. If the port itself offers too little, return the
    least budget and add a note: a larger supply may be plugged in later; until then the load switch limits the current.
    """
    try:
        return track_budget(hal.port_ma, hal.tracks, hal.leds, hal.led_dark_ua, hal.voice)
    except CodedError as error:
        if hal.port_ma != hal.offered_ma:
            raise
        hal.notes.append(error.message)
        return _LEAST_BUDGET


def budget_with_displays(hal, displays: int) -> int:
    """Return the sum of R+G+B that one track may reach beside `displays` small displays and the voice; no less than
    the pegs take.
    """
    others: int = DISPLAY_MA * displays + (VOICE_MA if hal.voice else 0)
    light = light_ma(hal.port_ma - others, hal.tracks * hal.leds, hal.led_dark_ua)
    return max(light * _FULL_SUM // (LED_FULL_MA * hal.tracks), _LEAST_BUDGET)


def _least_ma(tracks: int, leds: int, dark_ua: int) -> int:
    return estimate_ma(_LEAST_BUDGET * tracks + tracks, tracks * leds, dark_ua) + 1


def estimate_ma(light: int, leds: int, dark_ua: int) -> int:
    """Return the milliamperes that a board of `leds` LEDs takes while their R+G+B add up to `light`.

    `dark_ua`: microamperes of a dark LED.
    """
    return CONTROLLER_MA + dark_ua * leds // 1000 + light * LED_FULL_MA // _FULL_SUM
