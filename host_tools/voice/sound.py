"""Sound as bytes of 16-bit samples at RATE, one channel: read and write WAV files, trim silence, even the loudness."""

import io
import math
import sys
import wave
from array import array
from pathlib import Path

from host_tools.i18n import message

RATE = 22_050
"""Samples a second; every module plays it."""
LOUDNESS_DB = -20.0
"""Root mean square of what sounds in a word, in decibels below the highest sample."""
PEAK = 32_000
_SILENT = 200
"""Samples below it are silence."""
_MARGIN_MS = 8


class SoundError(Exception):
    """A sound that cannot be used; the message says why."""


def read_wav(data: bytes, name: str) -> bytes:
    """Return the samples of a WAV file: 16 bits, any rate from 8 to 48 kHz, one or two channels. Raises SoundError."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            samples = _samples(file.readframes(file.getnframes()))
    except (wave.Error, EOFError, ValueError) as error:
        raise SoundError(message("cli.sound.no_wav", file=name, reason=error)) from None
    if width != 2 or channels not in (1, 2) or not 8000 <= rate <= 48_000:
        raise SoundError(message("cli.sound.kind", file=name))
    return _resampled(samples[::channels], rate).tobytes()


def _samples(data: bytes) -> array:
    samples = array("h", data[: len(data) // 2 * 2])
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def _resampled(samples: array, rate: int) -> array:
    """Return samples of another rate at RATE, each between its two neighbours in time."""
    if rate == RATE or not samples:
        return samples
    last = len(samples) - 1
    result = array("h")
    for place in range(len(samples) * RATE // rate):
        index, part = divmod(place * rate, RATE)
        here, there = samples[min(index, last)], samples[min(index + 1, last)]
        result.append(here + (there - here) * part // RATE)
    return result


def write_wav(path: Path, sound: bytes) -> None:
    """Write a sound as a WAV file. Raises OSError."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(sound)


def silence(ms: float) -> bytes:
    """Return silence of a length."""
    return bytes(2 * round(RATE * ms / 1000))


def length_ms(sound: bytes) -> float:
    """Return how long a sound is."""
    return len(sound) / 2 / RATE * 1000


def trimmed(sound: bytes, name: str) -> bytes:
    """Return a sound without the silence at its ends. Raises SoundError if nothing is heard in it."""
    samples = _samples(sound)
    heard = [place for place, sample in enumerate(samples) if abs(sample) >= _SILENT]
    if not heard:
        raise SoundError(message("cli.sound.silent", file=name))
    margin = RATE * _MARGIN_MS // 1000
    return samples[max(heard[0] - margin, 0) : heard[-1] + margin].tobytes()


def loudness_db(sound: bytes) -> float:
    """Return the root mean square of the samples that are heard, in decibels below the highest possible."""
    heard = [sample * sample for sample in _samples(sound) if abs(sample) >= _SILENT]
    return 10 * math.log10(sum(heard) / len(heard) / 32_768**2) if heard else -math.inf


def evened(sound: bytes) -> bytes:
    """Return a sound at LOUDNESS_DB, or as near to it as its peaks allow."""
    samples = _samples(sound)
    peak = max(map(abs, samples), default=1) or 1
    gain = min(10 ** ((LOUDNESS_DB - loudness_db(sound)) / 20), PEAK / peak)
    return array("h", [round(sample * gain) for sample in samples]).tobytes()
