"""The engine as threads use it, with the real program behind it."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import main

from anyhook import Engine, EngineError, Verdict

from .world import World, denies, lives, pid_of, prints, real, until


class Verdicts(World):
    def engine(self, **more: Any) -> Engine:
        engine = Engine(**self.options(**more))
        self.addCleanup(engine.close)
        return engine

    def test_no_opinion_is_a_pass(self) -> None:
        self.hook("quiet", "exit 0")
        self.assertEqual(self.engine().before_tool("shell", {"command": "ls"}), Verdict())

    def test_an_allow_is_told_from_a_pass(self) -> None:
        self.hook("kind", prints({"decision": "allow"}))
        verdict = self.engine().before_tool("shell", {"command": "ls"})
        self.assertTrue(verdict.allowed and not verdict.denied)

    def test_a_deny_has_its_reason(self) -> None:
        self.hook("guard", denies("not that"))
        verdict = self.engine().before_tool("shell", {"command": "rm x"})
        self.assertEqual(verdict, Verdict(decision="deny", reason="[guard] not that"))

    def test_an_ask_wants_a_person(self) -> None:
        self.hook("guard", prints({"decision": "ask", "reason": "sure?"}))
        verdict = self.engine().before_tool("shell", {"command": "rm x"})
        self.assertEqual((verdict.asks, verdict.reason), (True, "[guard] sure?"))

    def test_a_rewritten_input_comes_whole(self) -> None:
        self.hook("tidy", prints({"decision": "allow", "updated_input": {"command": "ls -l"}}))
        verdict = self.engine().before_tool("shell", {"command": "ls", "seconds": 3}, call_id="c1")
        self.assertEqual(verdict.input, {"command": "ls -l", "seconds": 3})

    def test_context_is_given(self) -> None:
        self.hook("kind", prints({"additional_context": "be kind"}), "before_agent")
        self.assertEqual(self.engine().prompt("do it").context, ("be kind",))

    def test_feedback_after_a_tool_and_after_its_failure(self) -> None:
        self.hook("after", denies("look again"), "after_tool")
        self.hook("failed", denies("try less"), "after_tool_failure")
        engine = self.engine()
        self.assertEqual(engine.after_tool("shell", {"command": "ls"}, "a b").reason, "[after] look again")
        failure = engine.after_tool("shell", {"command": "ls"}, error="exit 1")
        self.assertEqual(failure.reason, "[failed] try less")

    def test_a_stop_can_be_refused(self) -> None:
        self.hook("gate", denies("run the tests"), "before_stop")
        self.assertEqual(self.engine().stop("done").reason, "[gate] run the tests")

    def test_every_event_can_be_fired(self) -> None:
        self.hook("start", prints({"additional_context": "hello"}), "session_start")
        verdict = self.engine().fire("session.start", data={"source": "resume"}, session="s1")
        self.assertEqual(verdict.context, ("hello",))

    def test_values_that_json_has_not_are_texts(self) -> None:
        self.hook("guard", "grep -q /tmp/x && exit 2; exit 0")
        verdict = self.engine().before_tool("write", {"path": self.project.__class__("/tmp/x"), "content": ""})
        self.assertTrue(verdict.denied)

    def test_hooks_see_the_given_environment_and_folder(self) -> None:
        self.hook("look", 'echo "$WHO $PWD" >&2; exit 2')
        (self.project / "sub").mkdir()
        engine = self.engine(env={**self.env, "WHO": "me"})
        self.assertEqual(engine.before_tool("shell", {}).reason, f"[look] me {self.project}")
        inner = engine.before_tool("shell", {}, cwd=str(self.project / "sub"))
        self.assertEqual(inner.reason, f"[look] me {self.project}/sub")

    def test_an_edited_hook_counts_at_once(self) -> None:
        self.hook("guard", denies("one"))
        engine = self.engine()
        self.assertEqual(engine.before_tool("shell", {}).reason, "[guard] one")
        self.hook("guard", denies("two"))
        self.assertEqual(engine.before_tool("shell", {}).reason, "[guard] two")

    def test_a_native_payload_gets_a_native_answer(self) -> None:
        self.hook("guard", denies("not that"))
        payload = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
        answer = self.engine().dispatch("claude-code", {**payload, "cwd": str(self.project)})
        self.assertEqual((answer.exit_code, answer.stderr), (0, ""))
        self.assertIn("not that", answer.stdout)
        with self.assertRaisesRegex(EngineError, 'UNKNOWN_HOST.*"codex"'):
            self.engine().dispatch("codx", {})

    def test_hello_tells_who_answers(self) -> None:
        self.hook("guard", "exit 0")
        hello = self.engine().hello()
        self.assertEqual((hello.protocol, hello.hooks, hello.fail_closed), (1, 2, False))

    def test_two_threads_ask_at_once(self) -> None:
        self.hook("guard", 'grep -o "job [0-9]*" >&2; exit 2')
        engine = self.engine()

        def ask(number: int) -> bool:
            verdict = engine.before_tool("shell", {"command": f"job {number}"})
            return verdict.reason == f"[guard] job {number}"

        with ThreadPoolExecutor(2) as pool:
            self.assertTrue(all(pool.map(ask, range(40))))

    def test_threads_that_ask_while_it_is_closed_get_an_answer(self) -> None:
        self.hook("slow", "echo x > began.txt; sleep 0.3; exit 2")
        engine = self.engine()
        verdicts = []
        thread = threading.Thread(target=lambda: verdicts.append(engine.before_tool("shell", {})))
        thread.start()
        until((self.project / "began.txt").exists)
        engine.close()
        thread.join(20)
        self.assertFalse(thread.is_alive())
        self.assertTrue(verdicts[0].denied)
        self.assertEqual(engine.before_tool("shell", {}).error, "the engine was closed")

    def test_nothing_is_left_when_it_is_closed(self) -> None:
        with Engine(**self.options()) as engine:
            engine.before_tool("shell", {})
            pid = pid_of(engine)
        assert pid is not None
        self.assertFalse(lives(pid))


class Faults(World):
    def engine(self, **more: Any) -> Engine:
        engine = Engine(**self.options(**more))
        self.addCleanup(engine.close)
        return engine

    def test_an_engine_killed_between_events_is_started_again(self) -> None:
        self.hook("guard", denies("no"))
        engine = self.engine()
        for _ in range(5):
            self.assertEqual(engine.before_tool("shell", {}).reason, "[guard] no")
            pid = pid_of(engine)
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
        self.assertEqual(engine.before_tool("shell", {}).reason, "[guard] no")

    def test_an_engine_killed_in_the_middle_of_an_event_loses_no_decision(self) -> None:
        self.hook("guard", "echo x >> began.txt; until [ -e go.txt ]; do sleep 0.05; done; echo no >&2; exit 2")
        engine = self.engine()
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(engine.before_tool, "shell", {})
            until((self.project / "began.txt").exists)
            pid = pid_of(engine)
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            # The abandoned hook ends, too.
            (self.project / "go.txt").touch()
            self.assertEqual(asked.result(30).reason, "[guard] no")

    def test_the_deadline_holds_and_the_hook_keeps_its_rule(self) -> None:
        self.hook("slow", "sleep 30")
        began = time.monotonic()
        verdict = self.engine().before_tool("shell", {}, timeout=2.0)
        self.assertLess(time.monotonic() - began, 10)
        self.assertFalse(verdict.denied)
        self.assertIn("did not finish within", " ".join([*verdict.notes, *verdict.messages]))

    def test_an_error_of_the_request_is_a_note(self) -> None:
        engine = self.engine()
        verdict = engine.fire("tool.befor")
        self.assertEqual(verdict.decision, "pass")
        self.assertRegex(verdict.notes[0], "UNKNOWN_EVENT.*tool.before.*continued without hooks")
        endless: Any = []
        endless.append(endless)
        for value in (float("nan"), endless):
            self.assertRegex(engine.before_tool("shell", {"x": value}).error or "", "cannot be asked about")
        self.assertIsNone(engine.before_tool("shell", {}).error)

    def test_the_config_can_ask_for_closed_failures_and_the_caller_decides(self) -> None:
        self.write(".agents/anyhook.yaml", "failClosed: true\n")
        unsayable = {"x": float("nan")}
        self.assertTrue(self.engine().before_tool("shell", unsayable).denied)
        self.assertFalse(self.engine(fail_closed=False).before_tool("shell", unsayable).denied)


class Sockets(World):
    def test_an_engine_on_a_socket_answers_with_our_environment(self) -> None:
        self.hook("look", 'echo "$WHO" >&2; exit 2')
        path = str(self.home / "own" / "s.sock")
        command = [*real()[:-1], "--socket", path]
        server = subprocess.Popen(command, env=self.env, cwd=self.project, stdout=subprocess.PIPE)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        assert server.stdout is not None
        self.assertIn(b"serving on", server.stdout.readline())
        self.addCleanup(server.stdout.close)
        with Engine(cwd=str(self.project), socket=path, env={**self.env, "WHO": "client"}) as engine:
            self.assertEqual(engine.before_tool("shell", {}).reason, "[look] client")

    def test_a_socket_that_nobody_serves_is_a_note(self) -> None:
        with Engine(cwd=str(self.project), socket=str(self.home / "none.sock")) as engine:
            self.assertRegex(engine.before_tool("shell", {}).notes[0], "no engine answers on .*none.sock")


if __name__ == "__main__":
    main()
