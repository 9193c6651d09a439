# SPDX-License-Identifier: Apache-2.0
"""The library's fit_call() (cli/fit-main.h), by ctypes."""
import ctypes
import os
from typing import Mapping, NamedTuple, Sequence


class Answer(NamedTuple):
    """What a command said: its exit status, standard output and standard error."""

    status: int
    output: bytes
    messages: str


class _Input(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_char_p), ("len", ctypes.c_size_t)]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("status", ctypes.c_int),
        ("output", ctypes.c_void_p),
        ("len", ctypes.c_size_t),
        ("messages", ctypes.c_char_p),
    ]


def _load() -> ctypes.CDLL:
    name = os.environ.get("FITSCHED_LIBRARY", "libfitsched.so.0")
    try:
        library = ctypes.CDLL(name)
    except OSError as problem:
        raise ImportError(
            f"cannot load {name} ({problem}); apt-get install libfitsched0, or name the file in FITSCHED_LIBRARY"
        ) from problem
    library.fit_call.restype = None
    library.fit_call.argtypes = [
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.POINTER(_Input),
        ctypes.c_uint,
        ctypes.c_void_p,
        ctypes.POINTER(_Answer),
    ]
    library.fit_call_answer_clear.restype = None
    library.fit_call_answer_clear.argtypes = [ctypes.POINTER(_Answer)]
    return library


_library = _load()


def run(args: Sequence[str], inputs: Mapping[str, bytes] = {}) -> Answer:
    """Runs a command line in this process. The names in inputs take the place of files.

    Other threads of Python go on meanwhile, and may call it, too.
    """
    words = [os.fsencode(word) for word in args]
    if any(b"\0" in word for word in words):
        raise ValueError("a word of a command cannot contain a zero byte")
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    texts = (_Input * len(inputs))(*((os.fsencode(name), text, len(text)) for name, text in inputs.items()))
    answer = _Answer()
    _library.fit_call(argv, texts, len(inputs), None, ctypes.byref(answer))
    try:
        messages = (answer.messages or b"").decode(errors="replace")
        return Answer(answer.status, ctypes.string_at(answer.output, answer.len), messages)
    finally:
        _library.fit_call_answer_clear(ctypes.byref(answer))
