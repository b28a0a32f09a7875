"""Patches littlefs-python, inside its C structures, to behave as MicroPython's littlefs does.

They are laid out as in lfs.h of littlefs 2.11.
"""

import ctypes

from littlefs import FileHandle, LittleFS

_WRITING = 0x2
_DIRTY = 0x10000
_REGULAR = 1
_TIME_OF_CHANGE = 1
_NO_BLOCK = 0xFFFFFFFF


class _Cache(ctypes.Structure):
    _fields_ = [
        ("block", ctypes.c_uint32),
        ("start", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("buffer", ctypes.c_void_p),
    ]


class _FileSystem(ctypes.Structure):
    _fields_ = [("read", _Cache), ("unwritten", _Cache)]


class _Attribute(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint8), ("buffer", ctypes.c_char_p), ("size", ctypes.c_uint32)]


class _Config(ctypes.Structure):
    _fields_ = [
        ("buffer", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("attribute_count", ctypes.c_uint32),
    ]


class _File(ctypes.Structure):
    _fields_ = [
        ("next", ctypes.c_void_p),
        ("id", ctypes.c_uint16),
        ("type", ctypes.c_uint8),
        ("directory", ctypes.c_uint32 * 8),
        ("place", ctypes.c_uint32 * 2),
        ("flags", ctypes.c_uint32),
        ("position", ctypes.c_uint32 * 3),
        ("cache", _Cache),
        ("config", ctypes.POINTER(_Config)),
    ]


_TIME = bytes(range(1, 9))
_WITH_TIME = _Config(None, ctypes.pointer(_Attribute(_TIME_OF_CHANGE, _TIME, len(_TIME))), 1)


def store_change_time(handle: FileHandle) -> None:
    """Make a file just opened for writing store the time of its change.

    MicroPython does so by an attribute of twelve bytes, written with the file at every flush, and at its close even
    if nothing new was written (its extmod/vfs_lfsx_file.c). Raises RuntimeError if the library's structures differ.
    """
    file = _File.from_address(_structure_address(handle.fh))
    if file.type != _REGULAR or not file.cache.buffer or not file.config:
        raise RuntimeError("this littlefs-python lays an open file out otherwise than littlefs 2.11")
    if file.flags & _WRITING:
        file.config = ctypes.pointer(_WITH_TIME)
        file.flags |= _DIRTY


def drop_unwritten(fs: LittleFS) -> None:
    """Drop the write cache of `fs` after a failed operation.

    In MicroPython the next operation overwrites it; this library, built with assertions, would stop the process.
    """
    _FileSystem.from_address(_structure_address(fs.fs)).unwritten.block = _NO_BLOCK


def _structure_address(wrapper: object) -> int:
    """Return the address of the C structure in the library's object that wraps it."""
    return id(wrapper) + object.__basicsize__
