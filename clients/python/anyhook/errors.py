"""Why there is no verdict."""

from __future__ import annotations


class EngineError(Exception):
    """The engine gave no verdict. `fail_closed`: the user or the organisation wants to block the agent then."""

    def __init__(self, message: str, *, fail_closed: bool = False) -> None:
        super().__init__(message)
        self.fail_closed = fail_closed


class EngineGone(EngineError):
    """The engine could not be started, died, or sent an invalid answer. A new engine may work."""


class UntrustedHooks(EngineError):
    """Project hooks are untrusted, so everything they may guard is blocked. The message says what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(message, fail_closed=True)
