"""The engine in asyncio."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any, Awaitable, Callable
from unittest import main

from anyhook import AsyncEngine

from .world import World, denies, lives, pid_of


class Asyncio(World):
    def use(self, act: Callable[[AsyncEngine], Awaitable[Any]], **more: Any) -> Any:
        async def run() -> Any:
            async with AsyncEngine(**self.options(**more)) as engine:
                return await act(engine)

        return asyncio.run(run())

    def test_many_tasks_ask_at_once(self) -> None:
        self.hook("guard", 'grep -o "job [0-9]*" >&2; exit 2')

        async def act(engine: AsyncEngine) -> None:
            asked = [engine.before_tool("shell", {"command": f"job {n}"}) for n in range(30)]
            verdicts = await asyncio.gather(*asked)
            self.assertEqual([v.reason for v in verdicts], [f"[guard] job {n}" for n in range(30)])

        self.use(act)

    def test_an_engine_that_was_killed_is_started_again_for_all_who_asked(self) -> None:
        self.hook("guard", "echo x >> began.txt; until [ -e go.txt ]; do sleep 0.05; done; echo no >&2; exit 2")

        async def act(engine: AsyncEngine) -> None:
            asked = asyncio.gather(*(engine.before_tool("shell", {}) for _ in range(3)))
            while not (self.project / "began.txt").exists():
                await asyncio.sleep(0.01)
            pid = pid_of(engine)
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            (self.project / "go.txt").touch()
            self.assertEqual([v.reason for v in await asked], ["[guard] no"] * 3)

        self.use(act)

    def test_a_cancelled_task_ends_its_hooks(self) -> None:
        self.hook("slow", "echo $$ > pid.txt; sleep 60")
        file = self.project / "pid.txt"

        async def act(engine: AsyncEngine) -> int:
            task = asyncio.ensure_future(engine.before_tool("shell", {}))
            while not (file.exists() and file.read_text().endswith("\n")):
                await asyncio.sleep(0.01)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            hook = int(file.read_text())
            while lives(hook):
                await asyncio.sleep(0.01)
            self.hook("slow", denies("quick"))
            self.assertTrue((await engine.before_tool("shell", {})).denied)
            return hook

        self.assertFalse(lives(self.use(act)))


if __name__ == "__main__":
    main()
