"""A project with hooks and a real engine, or a program that pretends to be one."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional

PROGRAM = Path(__file__).resolve().parents[3] / "packages" / "anyhook" / "bin" / "anyhook.cjs"


def real() -> List[str]:
    """The command that starts the real engine."""
    node = os.environ.get("ANYHOOK_TEST_NODE") or shutil.which("node")
    assert node is not None, "these tests start the real engine, which needs Node"
    return [node, str(PROGRAM), "serve", "--stdio"]


def fake(script: str) -> List[str]:
    """A fake engine in one Python script, which can use `say` and `lines`."""
    prelude = (
        "import json, os, sys, time\n"
        "def say(message):\n"
        "    print(message if isinstance(message, str) else json.dumps(message), flush=True)\n"
        "def lines():\n"
        "    for line in sys.stdin:\n"
        "        request = json.loads(line)\n"
        "        if 'hello' in request:\n"
        "            say({'id': request['id'], 'hello': {'version': '0', 'protocol': 1, 'hooks': 0}})\n"
        "        else:\n"
        "            yield request\n"
    )
    return [sys.executable, "-c", prelude + script]


VERDICT = {"decision": "pass", "context": [], "messages": [], "notes": []}


class World(unittest.TestCase):
    """Separate folders for each test."""

    def setUp(self) -> None:
        root = Path(tempfile.mkdtemp(prefix="anyhook-python-")).resolve()
        self.addCleanup(shutil.rmtree, root, ignore_errors=True)
        self.home = root / "home"
        self.project = root / "project"
        self.home.mkdir()
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.env: Dict[str, str] = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "ANYHOOK_TRUST": "project",
            "ANYHOOK_MANAGED_CONFIG": str(root / "managed.yaml"),
        }

    def write(self, path: str, text: str) -> Path:
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)
        return file

    def hook(self, name: str, script: str, trigger: str = "before_tool") -> None:
        folder = f".agents/hooks/{name}"
        self.write(f"{folder}/HOOK.md", f"---\nname: {name}\ndescription: test\ntrigger: {trigger}\n---\n")
        self.write(f"{folder}/scripts/run.sh", f"#!/bin/sh\n{script}\n")

    def options(self, **more: Any) -> Dict[str, Any]:
        return {"cwd": str(self.project), "command": real(), "env": self.env, **more}


def denies(reason: str) -> str:
    return f'echo "{reason}" >&2; exit 2'


def prints(answer: Mapping[str, Any]) -> str:
    return f"cat > /dev/null; echo '{json.dumps(answer)}'"


def until(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def pid_of(engine: Any) -> Optional[int]:
    """The process behind an engine."""
    inner = getattr(engine, "_inner", engine)
    connection = inner._connection
    return None if connection is None or connection._process is None else connection._process.pid


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False
