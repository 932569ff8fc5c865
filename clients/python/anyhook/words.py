"""Canonical events."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from .verdict import Verdict

#: Events before an action: without a verdict, a guard may be missing.
GUARDED = frozenset({"tool.before", "prompt.submit", "subagent.start", "task.create"})

#: Events that are denied when failing closed. Denying every stop would never end.
REFUSABLE = frozenset(
    {
        "session.start",
        "prompt.submit",
        "model.before",
        "tool.before",
        "tool.permission",
        "tool.after",
        "subagent.start",
        "compact.before",
        "task.create",
    }
)


def before_tool(tool: str, tool_input: Mapping[str, Any], call_id: Optional[str]) -> Dict[str, Any]:
    return {"event": "tool.before", **_call(tool, tool_input), **_data(call=_id(call_id))}


def after_tool(
    tool: str,
    tool_input: Mapping[str, Any],
    output: str,
    error: Optional[str],
    call_id: Optional[str],
) -> Dict[str, Any]:
    if error is not None:
        result = {"ok": False, "text": output} if output else None
        return {
            "event": "tool.failure",
            **_call(tool, tool_input),
            **_data(error=error, result=result, call=_id(call_id)),
        }
    return {"event": "tool.after", **_call(tool, tool_input), **_data(result=output, call=_id(call_id))}


def stop(response: Optional[str], already_continued: bool) -> Dict[str, Any]:
    return {"event": "agent.stop", **_data(response=response, stopHookActive=already_continued)}


def without(event: str, why: str, closed: Optional[bool]) -> Verdict:
    """
    The verdict if the engine gave none: what comes before an action is denied, with `closed` all that can be, and if it is
    False nothing.
    """
    if event in (REFUSABLE if closed else GUARDED) and closed is not False:
        reason = f"anyhook: {why}" + (" (blocked, because fail_closed is set)" if closed else ", so no hook has checked this")
        return Verdict(decision="deny", reason=reason, notes=(reason,), error=why)
    return Verdict(notes=(f"anyhook: {why}; continued without hooks",), error=why)


def _call(tool: str, tool_input: Mapping[str, Any]) -> Dict[str, Any]:
    return {"tool": tool, "input": dict(tool_input or {})}


def _id(call_id: Optional[str]) -> Optional[Dict[str, str]]:
    return None if call_id is None else {"id": call_id}


def _data(**fields: Any) -> Dict[str, Any]:
    return {"data": {name: value for name, value in fields.items() if value is not None}}
