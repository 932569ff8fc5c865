"""The engine for agents that run in threads."""

from __future__ import annotations

import asyncio
import os
import threading
from functools import partial
from types import TracebackType
from typing import Any, Callable, Coroutine, Literal, Mapping, Optional, Sequence, Type, TypeVar

from .aio import AsyncEngine
from .verdict import Answer, Hello, Verdict

T = TypeVar("T")


class Engine:
    """
    Asks the hooks of a project; any number of threads may ask at once.

    A broken engine never breaks the agent: the verdict is then a deny before an action, and otherwise a pass with a note.
    Untrusted hooks are a different case: the first event raises `UntrustedHooks`.

        with Engine(cwd="/home/me/project") as engine:
            verdict = engine.before_tool("shell", {"command": "rm -rf /"})
            if verdict.denied:
                print(verdict.reason)
    """

    def __init__(
        self,
        *,
        cwd: Optional[str] = None,
        command: Optional[Sequence[str]] = None,
        socket: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
        session: Optional[str] = None,
        timeout: float = 60.0,
        fail_closed: Optional[bool] = None,
        untrusted: Optional[Literal["refuse", "ignore"]] = None,
    ) -> None:
        """The options of `AsyncEngine`."""
        self._make: Callable[..., AsyncEngine] = partial(
            AsyncEngine,
            cwd=cwd,
            command=command,
            socket=socket,
            env=env,
            timeout=timeout,
            fail_closed=fail_closed,
            untrusted=untrusted,
        )
        self._inner = self._make(session=session)
        self.session = self._inner.session
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread: Optional[threading.Thread] = None
        self._owner = os.getpid()

    def fire(
        self,
        event: str,
        *,
        tool: Optional[str] = None,
        input: Optional[Mapping[str, Any]] = None,
        prompt: Optional[str] = None,
        data: Optional[Mapping[str, Any]] = None,
        agent: Optional[Mapping[str, str]] = None,
        session: Optional[str] = None,
        cwd: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Verdict:
        """
        Asks about a canonical event, such as `tool.before`. Raises `UntrustedHooks` if hooks are untrusted. No
        other engine problem raises an error.
        """
        return self._run(
            lambda inner: inner.fire(
                event,
                tool=tool,
                input=input,
                prompt=prompt,
                data=data,
                agent=agent,
                session=session,
                cwd=cwd,
                timeout=timeout,
            )
        )

    def before_tool(
        self, tool: str, input: Mapping[str, Any], *, call_id: Optional[str] = None, **more: Any
    ) -> Verdict:
        """May the tool run, and with which input? `more`: session, cwd, agent, timeout."""
        return self._run(lambda inner: inner.before_tool(tool, input, call_id=call_id, **more))

    def after_tool(
        self,
        tool: str,
        input: Mapping[str, Any],
        output: str = "",
        *,
        error: Optional[str] = None,
        call_id: Optional[str] = None,
        **more: Any,
    ) -> Verdict:
        """What may the model see of the tool's output? With `error`, the tool failed."""
        return self._run(lambda inner: inner.after_tool(tool, input, output, error=error, call_id=call_id, **more))

    def prompt(self, text: str, **more: Any) -> Verdict:
        """May the prompt be processed, and with which text?"""
        return self._run(lambda inner: inner.prompt(text, **more))

    def stop(self, response: Optional[str] = None, *, already_continued: bool = False, **more: Any) -> Verdict:
        """May the agent stop? A deny means: continue, with the reason as the next task."""
        return self._run(lambda inner: inner.stop(response, already_continued=already_continued, **more))

    def dispatch(
        self,
        host: str,
        payload: Mapping[str, Any],
        *,
        event: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """An agent's native payload in, its native answer out. Raises `EngineError` if there is no answer."""
        return self._run(lambda inner: inner.dispatch(host, payload, event=event, timeout=timeout))

    def hello(self) -> Hello:
        """Describes the engine. Raises `EngineError` if it does not answer."""
        return self._run(lambda inner: inner.hello())

    def close(self) -> None:
        """Stops an engine that was started here."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None or self._owner != os.getpid():
            return
        _wait(loop, _finish(self._inner))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _run(self, ask: "Callable[[AsyncEngine], Coroutine[Any, Any, T]]") -> T:
        loop, inner = self._running()
        return _wait(loop, ask(inner))

    def _running(self) -> "tuple[asyncio.AbstractEventLoop, AsyncEngine]":
        """The event loop in a separate thread, started at the first question; a forked child starts its own."""
        with self._lock:
            if self._owner != os.getpid():
                self._owner = os.getpid()
                self._loop = None
                self._inner = self._make(session=self.session)
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="anyhook", daemon=True)
                self._thread.start()
            return self._loop, self._inner


async def _finish(inner: AsyncEngine) -> None:
    """Answers all pending requests before the loop ends."""
    await inner.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=5.0)


def _wait(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        # Ctrl-C: the caller no longer waits for the verdict.
        future.cancel()
        raise
