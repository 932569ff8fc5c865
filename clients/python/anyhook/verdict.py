"""What the engine answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional, Tuple, cast

from .errors import EngineError, EngineGone, UntrustedHooks

Decision = Literal["pass", "allow", "ask", "deny"]

_DECISIONS = ("pass", "allow", "ask", "deny")


@dataclass(frozen=True)
class Verdict:
    """The combined decision of all hooks. `pass` means no opinion, never allow."""

    decision: Decision = "pass"
    reason: Optional[str] = None
    #: The complete input of the tool, if a hook rewrote it.
    input: Optional[Mapping[str, Any]] = None
    #: The tool's output, if a hook replaced it.
    output: Optional[str] = None
    prompt: Optional[str] = None
    summary: Optional[str] = None
    model_messages: Optional[Tuple[Mapping[str, Any], ...]] = None
    #: For an ask: a hook said allow, which applies once a person agrees.
    if_approved: bool = False
    #: The agent must stop; the text says why.
    stop: Optional[str] = None
    #: Texts for the model.
    context: Tuple[str, ...] = ()
    #: Texts for the user.
    messages: Tuple[str, ...] = ()
    #: What was dropped or failed, for the user.
    notes: Tuple[str, ...] = ()
    signals: Tuple[Mapping[str, Any], ...] = ()
    #: Why this is not the engine's own verdict.
    error: Optional[str] = None

    @property
    def denied(self) -> bool:
        return self.decision == "deny"

    @property
    def asks(self) -> bool:
        """A person must agree first."""
        return self.decision == "ask"

    @property
    def allowed(self) -> bool:
        """A hook allowed it: the agent may skip its own question to the user."""
        return self.decision == "allow"


@dataclass(frozen=True)
class Answer:
    """What an agent's own hook command would have printed, and its exit code."""

    stdout: str
    stderr: str
    exit_code: int


@dataclass(frozen=True)
class Hello:
    """The engine that answers, and its number of hooks."""

    version: str
    protocol: int
    hooks: int
    #: Block the agent if there is no verdict.
    fail_closed: bool


def read_verdict(body: object) -> Verdict:
    """A misspelt decision is a broken engine, never an allow."""
    fields = _fields(body, "verdict")
    decision = fields.get("decision")
    if decision not in _DECISIONS:
        raise EngineGone(f"the engine's verdict has the decision {decision!r}")
    rewritten = fields.get("input")
    messages = fields.get("modelMessages")
    return Verdict(
        decision=cast(Decision, decision),
        reason=_text(fields, "reason"),
        input=None if rewritten is None else _fields(rewritten, "verdict.input"),
        output=_text(fields, "output"),
        prompt=_text(fields, "prompt"),
        summary=_text(fields, "summary"),
        model_messages=None if messages is None else _objects(messages),
        if_approved=fields.get("ifApproved") == "allow",
        stop=_text(fields, "stop"),
        context=_texts(fields, "context"),
        messages=_texts(fields, "messages"),
        notes=_texts(fields, "notes"),
        signals=_objects(fields.get("signals")),
    )


def read_answer(body: object) -> Answer:
    fields = _fields(body, "answer")
    exit_code = fields.get("exitCode")
    if not isinstance(exit_code, int):
        raise EngineGone(f"the engine's answer has the exit code {exit_code!r}")
    return Answer(_text(fields, "stdout") or "", _text(fields, "stderr") or "", exit_code)


def read_hello(body: object) -> Hello:
    fields = _fields(body, "hello")
    version, protocol, hooks = fields.get("version"), fields.get("protocol"), fields.get("hooks")
    if not isinstance(version, str) or not isinstance(protocol, int) or not isinstance(hooks, int):
        raise EngineGone("the engine's hello is not one")
    return Hello(version, protocol, hooks, fields.get("failClosed") is True)


def read_error(body: object) -> EngineError:
    fields = _fields(body, "error")
    if fields.get("code") == "UNTRUSTED_HOOKS":
        return UntrustedHooks(str(fields.get("message")))
    message = f"{fields.get('code')}: {fields.get('message')}"
    return EngineError(message, fail_closed=fields.get("failClosed") is True)


def _fields(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise EngineGone(f"the engine's {name} is not an object")
    return value


def _text(fields: Mapping[str, Any], name: str) -> Optional[str]:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise EngineGone(f"the engine's verdict has a {name} that is not a text")
    return value


def _texts(fields: Mapping[str, Any], name: str) -> Tuple[str, ...]:
    values = fields.get(name, [])
    if not isinstance(values, list):
        raise EngineGone(f"the engine's verdict has a {name} that is not a list")
    return tuple(str(value) for value in values)


def _objects(values: object) -> Tuple[Mapping[str, Any], ...]:
    return tuple(value for value in values if isinstance(value, dict)) if isinstance(values, list) else ()
