"""The protocol of Engine and AsyncEngine, without a connection: requests, lines of bytes, and results of answers."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar

from .errors import EngineGone
from .verdict import read_error

PROTOCOL = 1
MAX_LINE_BYTES = 50 * 1024 * 1024

T = TypeVar("T")


def hello() -> Dict[str, Any]:
    """The request for a description of the engine."""
    return {"hello": {"protocol": PROTOCOL}}


def placed(request: Mapping[str, Any], cwd: str, env: Optional[Mapping[str, str]]) -> Dict[str, Any]:
    """The request with the agent's folder, and its environment if given; None is not sent."""
    whole = {**request, "cwd": cwd, "env": None if env is None else dict(env)}
    return {name: value for name, value in whole.items() if value is not None}


def encode(message: Mapping[str, Any]) -> bytes:
    """Encodes a message as a line. Raises `ValueError` or `TypeError` if that is impossible."""
    # Tools accept any value, such as paths and dates; hooks see them as strings.
    line = json.dumps(message, default=str, allow_nan=False, separators=(",", ":")).encode("utf-8")
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"the event has {len(line)} bytes, at most {MAX_LINE_BYTES} can be asked about")
    return line + b"\n"


def decode(line: bytes) -> Mapping[str, Any]:
    """Decodes the answer in a line. Raises for anything else, and for an error without a request."""
    message = json.loads(line)
    if not isinstance(message, dict):
        raise EngineGone("not a JSON object")
    if message.get("id") is None:
        raise EngineGone(str(message.get("error", message))[:300])
    return message


def result(message: Mapping[str, Any], field: str, read: Callable[[object], T]) -> T:
    """The result in an answer. Raises the error if the answer contains one."""
    if "error" in message:
        raise read_error(message["error"])
    return read(message.get(field))
