"""Hooks of every format for agents in Python: a client of `anyhook serve`."""

from .aio import AsyncEngine
from .engine import Engine
from .errors import EngineError, EngineGone, UntrustedHooks
from .verdict import Answer, Decision, Hello, Verdict

__all__ = [
    "Answer",
    "AsyncEngine",
    "Decision",
    "Engine",
    "EngineError",
    "EngineGone",
    "Hello",
    "UntrustedHooks",
    "Verdict",
]
