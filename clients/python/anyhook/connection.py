"""One connection to an engine: lines out, lines in."""

from __future__ import annotations

import asyncio
import os
from typing import Any, Dict, Mapping, Optional, Sequence

from .errors import EngineError, EngineGone
from .protocol import decode, encode

#: The longest answer line; rewritten parts can make it longer than the request.
_MAX_ANSWER_BYTES = 128 * 1024 * 1024
_STDERR_BYTES = 2_000
_END_SECONDS = 5.0
_WAIT_BEFORE_TERMINATE_SECONDS = 0.2
_WAIT_BEFORE_KILL_SECONDS = 1.0


class Connection:
    """Asks over a pair of streams. Any error closes it, and all waiting callers get the reason."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        process: Optional[asyncio.subprocess.Process] = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._process = process
        self._waiting: Dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._last_id = 0
        self._why: Optional[str] = None
        self._has_answered = False
        self._stderr = b""
        self._tasks = [asyncio.ensure_future(self._read())]
        if process is not None and process.stderr is not None:
            self._tasks.append(asyncio.ensure_future(self._listen(process.stderr)))

    @property
    def is_open(self) -> bool:
        return self._why is None

    async def ask(self, request: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        """The line that answers a request. If it is late, the engine is stuck and the connection is closed."""
        self._last_id += 1
        own = self._last_id
        line = encode({"id": own, **request})
        if self._why is not None:
            raise EngineGone(self._why)
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[own] = answer
        try:
            self._writer.write(line)
            return await asyncio.wait_for(answer, seconds)
        except asyncio.TimeoutError:
            self._fail(f"the engine did not answer within {seconds:.1f} s")
            raise EngineError(f"the engine did not answer within {seconds:.1f} s") from None
        except asyncio.CancelledError:
            if self._why is None:
                self._writer.write(encode({"cancel": own}))
            raise
        except OSError as error:
            self._fail(f"the engine cannot be reached: {error}")
            raise EngineGone(self._why or "") from error
        finally:
            self._waiting.pop(own, None)

    async def close(self) -> None:
        """Gives the engine a moment to finish its work, then stops it."""
        self._writer.close()
        if self._process is not None and self._why is None and self._has_answered:
            await _ended(self._process, _END_SECONDS)
        self._fail("the engine was closed")
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self) -> None:
        why = "the engine ended"
        try:
            while True:
                line = await self._reader.readline()
                if not line:
                    break
                if line.strip():
                    self._take(line)
        except OSError as error:
            why = f"the engine cannot be reached: {error}"
        except Exception as error:  # Parsers may raise anything for invalid input.
            why = f"the engine sent something that is not an answer: {error}"
        if self._process is not None and len(self._tasks) > 1:
            # Its last output tells more.
            await asyncio.wait(self._tasks[1:], timeout=0.2)
        said = self._stderr.decode("utf-8", "replace").strip()
        self._fail(f"{why}: {said}" if said else why)

    def _take(self, line: bytes) -> None:
        message = decode(line)
        own = message["id"]
        self._has_answered = True
        waiting = self._waiting.get(own) if isinstance(own, int) else None
        # An answer without a waiting caller belongs to a cancelled request.
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def _listen(self, stderr: asyncio.StreamReader) -> None:
        while True:
            chunk = await stderr.read(65_536)
            if not chunk:
                return
            self._stderr = (self._stderr + chunk)[-_STDERR_BYTES:]

    def _fail(self, why: str) -> None:
        if self._why is not None:
            return
        self._why = why
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(EngineGone(why))
        self._writer.close()
        if self._process is not None:
            self._tasks.append(asyncio.ensure_future(_end(self._process)))


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ends the process. If it does not exit on its own, a signal lets it stop its hooks before it is killed."""
    if await _ended(process, _WAIT_BEFORE_TERMINATE_SECONDS):
        return
    _signal(process, "terminate")
    if not await _ended(process, _WAIT_BEFORE_KILL_SECONDS):
        _signal(process, "kill")
        await process.wait()


async def _ended(process: asyncio.subprocess.Process, seconds: float) -> bool:
    try:
        await asyncio.wait_for(process.wait(), seconds)
        return True
    except asyncio.TimeoutError:
        return False


async def start(command: Sequence[str], env: Optional[Mapping[str, str]]) -> Connection:
    """Starts our own engine."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=None if env is None else dict(env),
            limit=_MAX_ANSWER_BYTES,
            # Ctrl-C is for the agent, which stops the engine by closing its input.
            start_new_session=os.name == "posix",
        )
    except (OSError, ValueError) as error:
        raise EngineGone(f"{command[0]} cannot be started: {error}") from error
    assert process.stdout is not None and process.stdin is not None
    return Connection(process.stdout, process.stdin, process)


async def connect(path: str) -> Connection:
    """Connects to a running engine. It must belong to this user, because its answers decide."""
    try:
        if os.stat(path).st_uid != os.geteuid():
            raise EngineGone(f"{path} belongs to another user")
        reader, writer = await asyncio.open_unix_connection(path, limit=_MAX_ANSWER_BYTES)
    except OSError as error:
        raise EngineGone(f"no engine answers on {path}: {error}") from error
    return Connection(reader, writer)


def _signal(process: asyncio.subprocess.Process, how: str) -> None:
    if process.returncode is not None:
        return
    try:
        getattr(process, how)()
    except ProcessLookupError:
        pass
