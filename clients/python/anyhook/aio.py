"""The engine for agents that run in asyncio."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
import uuid
from types import TracebackType
from typing import Any, Awaitable, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Type, TypeVar

from . import protocol, words
from .connection import Connection, connect, start
from .errors import EngineError, EngineGone, UntrustedHooks
from .verdict import Answer, Hello, Verdict, read_answer, read_error, read_hello, read_verdict

#: The engine enforces the deadline itself; an engine that is later than this is stuck.
_GRACE_SECONDS = 2.0
_START_SECONDS = 30.0
_LONGEST_PAUSE_SECONDS = 30.0

T = TypeVar("T")


class AsyncEngine:
    """
    Asks the hooks of a project. Belongs to the event loop in which it is first used.

    A broken engine never breaks the agent: the verdict is then a deny before an action, and otherwise a pass with a note.
    Untrusted hooks are a different case: the first event raises `UntrustedHooks`.

        async with AsyncEngine(cwd="/home/me/project") as engine:
            verdict = await engine.before_tool("shell", {"command": "rm -rf /"})
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
        """
        `command` starts an engine that speaks on its stdio (default: `anyhook serve --stdio`, or what ANYHOOK_BIN
        names); `socket` is the path of a running one. `env` is what hooks see (default: ours). `timeout` is in
        seconds. `fail_closed`: if there is no verdict, True denies at all events, False at none (default: before an
        action, or the user's config). `untrusted="ignore"` continues
        without untrusted hooks; to trust them, use `anyhook trust`, or a `command` with `--trust-lock` (in CI)
        or `--trust-project` (a program that ships its own hooks).
        """
        if command is not None and socket is not None:
            raise ValueError("give a command or a socket, not both")
        self._cwd = cwd
        self._command = command
        self._socket = socket
        self._env = env
        self.session = session or str(uuid.uuid4())
        self._timeout = timeout
        self._fail_closed = fail_closed
        self._untrusted = untrusted
        self._config_fails_closed = os.environ.get("ANYHOOK_FAIL_CLOSED") == "1"
        self._connection: Optional[Connection] = None
        self._broken: List[Connection] = []
        self._starting: Optional[asyncio.Task[Connection]] = None
        self._failures = 0
        self._not_before = 0.0
        self._last_trouble = ""
        self._closed = False

    async def fire(
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
        request = {"event": event, "tool": tool, "input": input, "prompt": prompt, "data": data, "agent": agent}
        return await self._fire(request, session, cwd, timeout)

    async def before_tool(
        self, tool: str, input: Mapping[str, Any], *, call_id: Optional[str] = None, **more: Any
    ) -> Verdict:
        """May the tool run, and with which input? `more`: session, cwd, agent, timeout."""
        return await self._fire_with_options(words.before_tool(tool, input, call_id), **more)

    async def after_tool(
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
        return await self._fire_with_options(words.after_tool(tool, input, output, error, call_id), **more)

    async def prompt(self, text: str, **more: Any) -> Verdict:
        """May the prompt be processed, and with which text?"""
        return await self._fire_with_options({"event": "prompt.submit", "prompt": text}, **more)

    async def stop(self, response: Optional[str] = None, *, already_continued: bool = False, **more: Any) -> Verdict:
        """May the agent stop? A deny means: continue, with the reason as the next task."""
        return await self._fire_with_options(words.stop(response, already_continued), **more)

    async def dispatch(
        self,
        host: str,
        payload: Mapping[str, Any],
        *,
        event: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """An agent's native payload in, its native answer out. Raises `EngineError` if there is no answer."""
        request = {"host": host, "payload": payload, "event": event}
        return await self._ask(self._placed(request, None), "answer", read_answer, timeout)

    async def hello(self) -> Hello:
        """Describes the engine. Raises `EngineError` if it does not answer."""
        return await self._ask(self._placed(protocol.hello(), None), "hello", read_hello, None)

    async def close(self) -> None:
        """Stops an engine that was started here."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.wait([self._starting])
        made = [*self._broken, *([self._connection] if self._connection is not None else [])]
        self._broken, self._connection = [], None
        await asyncio.gather(*(connection.close() for connection in made))

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _fire_with_options(
        self,
        request: Dict[str, Any],
        *,
        session: Optional[str] = None,
        cwd: Optional[str] = None,
        agent: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> Verdict:
        return await self._fire({**request, "agent": agent}, session, cwd, timeout)

    async def _fire(
        self, request: Mapping[str, Any], session: Optional[str], cwd: Optional[str], timeout: Optional[float]
    ) -> Verdict:
        placed = self._placed({**request, "session": session or self.session}, cwd)
        try:
            return await self._ask(placed, "verdict", read_verdict, timeout)
        except UntrustedHooks:
            raise
        except EngineError as error:
            return words.without(str(request["event"]), str(error), self._fails_closed(error))
        except (ValueError, TypeError, RecursionError) as error:
            why = f"the event cannot be asked about: {error}"
            return words.without(str(request["event"]), why, self._fails_closed(None))

    def _fails_closed(self, error: Optional[EngineError]) -> Optional[bool]:
        if self._fail_closed is not None:
            return self._fail_closed
        return self._config_fails_closed or (error is not None and error.fail_closed) or None

    def _placed(self, request: Mapping[str, Any], cwd: Optional[str]) -> Dict[str, Any]:
        """Adds the agent's folder, and its environment if the engine has another one."""
        env = self._env if self._socket is None or self._env is not None else os.environ
        ruled = request if self._untrusted is None else {**request, "untrusted": self._untrusted}
        return protocol.placed(ruled, _folder(cwd or self._cwd), env)

    async def _ask(
        self, request: Mapping[str, Any], field: str, read: Callable[[object], T], timeout: Optional[float]
    ) -> T:
        """Asks, and asks again if the engine died meanwhile, so that no decision is lost."""
        until = time.monotonic() + (self._timeout if timeout is None else timeout)
        gone: EngineError = EngineError("there was no time to ask")
        for _ in range(2):
            left = until - time.monotonic()
            if left <= 0:
                break
            try:
                connection = await _within(self._open(), left)
                left = max(0.001, until - time.monotonic())
                timed = request if field == "hello" else {**request, "timeoutMs": left * 1000}
                message = await connection.ask(timed, left + _GRACE_SECONDS)
                return self._read(message, field, read)
            except EngineGone as error:
                gone = error
                self._last_trouble = str(error)
        raise gone

    def _read(self, message: Mapping[str, Any], field: str, read: Callable[[object], T]) -> T:
        result = protocol.result(message, field, read)
        self._failures = 0
        return result

    async def _open(self) -> Connection:
        """The connection; reconnects if the last one broke, with a pause if it breaks repeatedly."""
        if self._closed:
            raise EngineError("the engine was closed")
        if self._starting is None:
            if self._connection is not None and self._connection.is_open:
                return self._connection
            pause = self._not_before - time.monotonic()
            if pause > 0:
                raise EngineError(f"{self._last_trouble}; the engine is tried again in {pause:.1f} s")
            self._starting = asyncio.ensure_future(self._start())
            # Read the error here too: asyncio complains about an error that nobody reads, and all callers may be gone.
            self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        starting = self._starting
        try:
            # Other callers wait for it too.
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            raise EngineError("the engine was closed") from None
        finally:
            if starting.done() and self._starting is starting:
                self._starting = None

    async def _start(self) -> Connection:
        self._failures += 1
        if self._failures > 2:
            self._not_before = time.monotonic() + min(_LONGEST_PAUSE_SECONDS, 0.25 * 2.0 ** (self._failures - 3))
        if self._connection is not None:
            self._broken = [*self._broken[-8:], self._connection]
        made = await (start(self._start_command(), self._env) if self._socket is None else connect(self._socket))
        self._connection = made
        answer = await made.ask(self._placed(protocol.hello(), None), _START_SECONDS)
        if "error" in answer:
            await made.close()
            error = read_error(answer["error"])
            if isinstance(error, UntrustedHooks):
                # The engine works, so do not pause: a pause would cause another error.
                self._failures = 0
            raise error
        self._config_fails_closed = self._config_fails_closed or read_hello(answer.get("hello")).fail_closed
        return made

    def _start_command(self) -> Sequence[str]:
        if self._command is not None:
            return self._command
        program = os.environ.get("ANYHOOK_BIN") or shutil.which("anyhook")
        if program is None:
            raise EngineGone('there is no program "anyhook" on the PATH; install it with "npm install -g anyhook"')
        return [program, "serve", "--stdio"]


def _folder(cwd: Optional[str]) -> str:
    try:
        return os.path.abspath(cwd or os.getcwd())
    except OSError:
        # The folder was deleted meanwhile.
        return "/"


async def _within(work: Awaitable[T], seconds: float) -> T:
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError:
        raise EngineError(f"the engine did not start within {seconds:.1f} s") from None
