"""Untrusted hooks: everything they may guard is blocked."""

from __future__ import annotations

import asyncio
import subprocess
from typing import Any, Callable, Dict
from unittest import main

from anyhook import AsyncEngine, Engine, EngineError, UntrustedHooks

from .world import World, denies, fake, real

WORDS = ("do not run (1 hook is not trusted)", "anyhook trust", 'trust: "lock"', 'untrusted: "ignore"')


class Untrusted(World):
    def setUp(self) -> None:
        super().setUp()
        del self.env["ANYHOOK_TRUST"]

    def check(self, text: str) -> None:
        for part in (str(self.project), *WORDS):
            self.assertIn(part, text)

    def lock(self) -> None:
        command = [*real()[:2], "trust", "--lock", "--cwd", str(self.project)]
        subprocess.run(command, env=self.env, check=True, capture_output=True)

    def test_every_call_raises_the_words_until_hooks_are_trusted_and_none_passes(self) -> None:
        self.hook("guard", denies("not that"))
        calls: Dict[str, Callable[[Engine], Any]] = {
            "before_tool": lambda engine: engine.before_tool("shell", {"command": "ls"}),
            "after_tool": lambda engine: engine.after_tool("shell", {"command": "ls"}, "out"),
            "prompt": lambda engine: engine.prompt("go"),
            "stop": lambda engine: engine.stop(),
            "hello": lambda engine: engine.hello(),
            "dispatch": lambda engine: engine.dispatch("codex", {"hook_event_name": "PreToolUse"}),
        }
        with Engine(**self.options(fail_closed=False)) as engine:
            for name, call in calls.items():
                with self.subTest(name), self.assertRaises(UntrustedHooks) as caught:
                    call(engine)
                self.check(str(caught.exception))
                self.assertIsInstance(caught.exception, EngineError)

    def test_the_asyncio_engine_raises_too(self) -> None:
        self.hook("guard", denies("not that"))

        async def ask() -> None:
            async with AsyncEngine(**self.options()) as engine:
                await engine.before_tool("shell", {"command": "ls"})

        with self.assertRaises(UntrustedHooks):
            asyncio.run(ask())

    def test_flags_of_the_engine_and_ignore_are_ways_out(self) -> None:
        self.hook("guard", denies("not that"))
        with Engine(**self.options(untrusted="ignore")) as engine:
            self.assertEqual(engine.before_tool("shell", {"command": "ls"}).decision, "pass")
            self.assertEqual(engine.hello().protocol, 1)
        with Engine(**self.options(command=[*real(), "--trust-project"])) as engine:
            self.assertTrue(engine.before_tool("shell", {"command": "ls"}).denied)

    def test_a_hook_that_changes_later_denies_until_it_is_trusted_again(self) -> None:
        self.hook("guard", "exit 0")
        self.lock()
        with Engine(**self.options(command=[*real(), "--trust-lock"])) as engine:
            self.assertEqual(engine.before_tool("shell", {"command": "ls"}).decision, "pass")
            self.hook("new", "exit 0")
            verdict = engine.before_tool("shell", {"command": "ls"})
            self.assertTrue(verdict.denied)
            self.check(verdict.reason or "")
            self.lock()
            self.assertEqual(engine.before_tool("shell", {"command": "ls"}).decision, "pass")

    def test_an_engine_that_refuses_again_and_again_is_not_taken_for_a_broken_one(self) -> None:
        refusing = "for line in sys.stdin: say({'id': 1, 'error': {'code': 'UNTRUSTED_HOOKS', 'message': 'm'}})"
        command = fake("")[:2] + ["import json, sys\nsay = lambda m: print(json.dumps(m), flush=True)\n" + refusing]
        with Engine(**self.options(command=command)) as engine:
            for _ in range(6):
                with self.assertRaises(UntrustedHooks):
                    engine.before_tool("shell", {"command": "ls"})


if __name__ == "__main__":
    main()
