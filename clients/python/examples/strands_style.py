"""
anyhook as a hook provider in the style of Strands Agents.

`Hooks` has what `Agent(hooks=[...])` of Strands asks for. Here a loop of a few lines plays the agent and its model, so
that this file runs by itself: `python3 strands_style.py`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from anyhook import Engine  # noqa: E402

try:
    from strands.hooks import AfterToolCallEvent, BeforeToolCallEvent  # type: ignore
except ImportError:

    @dataclass
    class BeforeToolCallEvent:  # type: ignore[no-redef]
        tool_use: Dict[str, Any]
        cancel_tool: Union[bool, str] = False

    @dataclass
    class AfterToolCallEvent:  # type: ignore[no-redef]
        tool_use: Dict[str, Any]
        result: Dict[str, Any] = field(default_factory=dict)


class Hooks:
    """Asks the project's hooks before and after each tool."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.refused: Dict[str, str] = {}

    def register_hooks(self, registry: Any, **_: Any) -> None:
        registry.add_callback(BeforeToolCallEvent, self.before)
        registry.add_callback(AfterToolCallEvent, self.after)

    def before(self, event: Any) -> None:
        use = event.tool_use
        verdict = self.engine.before_tool(use["name"], use["input"], call_id=use["toolUseId"])
        if verdict.denied or verdict.asks:
            # Without a person to ask, an ask is a deny.
            event.cancel_tool = self.refused[use["toolUseId"]] = verdict.reason or "refused by a hook"
        elif verdict.input is not None:
            use["input"] = dict(verdict.input)

    def after(self, event: Any) -> None:
        use = event.tool_use
        if self.refused.pop(use["toolUseId"], None) is not None:
            return
        text = "".join(part.get("text", "") for part in event.result["content"])
        verdict = self.engine.after_tool(use["name"], use["input"], text, call_id=use["toolUseId"])
        told = [text if verdict.output is None else verdict.output, *verdict.context]
        if verdict.denied and verdict.reason:
            told.append(verdict.reason)
        event.result = {**event.result, "content": [{"text": "\n".join(told)}]}


class StandIn:
    """The part of an agent that matters here: it calls tools and fires events."""

    def __init__(self, hooks: List[Hooks], shell: Callable[[str], str]) -> None:
        self.callbacks: Dict[type, List[Callable[[Any], None]]] = {}
        self.shell = shell
        for provider in hooks:
            provider.register_hooks(self)

    def add_callback(self, kind: type, callback: Callable[[Any], None]) -> None:
        self.callbacks.setdefault(kind, []).append(callback)

    def call(self, number: int, command: str) -> str:
        use: Dict[str, Any] = {"name": "shell", "toolUseId": f"call-{number}", "input": {"command": command}}
        before = self.fire(BeforeToolCallEvent(tool_use=use))
        text = before.cancel_tool or self.shell(use["input"]["command"])
        result = {"toolUseId": use["toolUseId"], "status": "success", "content": [{"text": text}]}
        after = self.fire(AfterToolCallEvent(tool_use=use, result=result))
        return str(after.result["content"][0]["text"])

    def fire(self, event: Any) -> Any:
        for callback in self.callbacks.get(type(event), []):
            callback(event)
        return event


HOOKS = {
    "no-force-push": ("before_tool", "grep -q 'push --force' && { echo 'Do not force-push.' >&2; exit 2; }; exit 0"),
    "long-list": ("before_tool", """grep -q '"ls"' && echo '{"updated_input":{"command":"ls -l"}}'; exit 0"""),
    "check": ("after_tool", "grep -q 'ran: make' && { echo 'Run the tests, too.' >&2; exit 2; }; exit 0"),
}


def project(folder: Path) -> None:
    for name, (trigger, script) in HOOKS.items():
        scripts = folder / ".agents" / "hooks" / name / "scripts"
        scripts.mkdir(parents=True)
        head = f"---\nname: {name}\ndescription: An example.\ntrigger: {trigger}\n---\n"
        (scripts.parent / "HOOK.md").write_text(head)
        (scripts / "run.sh").write_text(f"#!/bin/sh\n{script}\n")
        (scripts / "run.sh").chmod(0o755)


def main(command: Optional[List[str]] = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        project(Path(folder))
        # The hooks are our own, so no review is needed.
        env = {**os.environ, "ANYHOOK_TRUST": "project"}
        with Engine(cwd=folder, env=env, command=command) as engine:
            agent = StandIn(hooks=[Hooks(engine)], shell=lambda line: f"ran: {line}")
            for number, line in enumerate(["git push --force", "ls", "make", "date"]):
                print(f"{line} -> {agent.call(number, line)!r}")


if __name__ == "__main__":
    main(sys.argv[1:] or None)
