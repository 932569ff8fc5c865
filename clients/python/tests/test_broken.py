"""Broken engines: what comes before an action is denied, and elsewhere the agent continues."""

from __future__ import annotations

import sys
import time
from typing import Any, List
from unittest import main

from anyhook import Engine, Verdict

from .world import VERDICT, World, fake, lives, pid_of


class Broken(World):
    def engine(self, command: List[str], **more: Any) -> Engine:
        engine = Engine(cwd=str(self.project), command=command, **more)
        self.addCleanup(engine.close)
        return engine

    def test_each_way_to_be_broken_denies_before_an_action(self) -> None:
        ways = {
            "cannot be started": ["/nowhere/anyhook"],
            "ended: some last words": fake("print('some last words', file=sys.stderr); sys.exit(3)"),
            "not an answer": fake("say('garbage')\nfor _ in lines(): pass"),
            "not an answer: not a JSON object": fake("for _ in lines(): say('[1]')"),
            "sent something": fake("for _ in lines(): say('[' * 200000)"),
            "decision 'alow'": fake("for r in lines(): say({'id': r['id'], 'verdict': {'decision': 'alow'}})"),
            "verdict is not an object": fake("for r in lines(): say({'id': r['id']})"),
            "a reason that is not a text": fake(
                f"for r in lines(): say({{'id': r['id'], 'verdict': {{**{VERDICT!r}, 'reason': 1}}}})"
            ),
            "TOO_LONG": fake("for _ in lines(): say({'error': {'code': 'TOO_LONG', 'message': 'x'}})"),
            "UNKNOWN_PROTOCOL: no": fake(
                "for line in sys.stdin:\n"
                "    say({'id': json.loads(line)['id'], 'error': {'code': 'UNKNOWN_PROTOCOL', 'message': 'no'}})"
            ),
        }
        for words, command in ways.items():
            with self.subTest(words):
                engine = self.engine(command)
                verdict = engine.before_tool("shell", {"command": "ls"})
                self.assertTrue(verdict.denied)
                self.assertIn(words, verdict.error or "")
                self.assertEqual(verdict.reason, f"anyhook: {verdict.error}, so no hook has checked this")
                after = engine.after_tool("shell", {"command": "ls"}, "x")
                self.assertEqual(after.notes, (f"anyhook: {after.error}; continued without hooks",))

    def test_a_caller_may_go_on_without_an_engine(self) -> None:
        verdict = self.engine(["/nowhere/anyhook"], fail_closed=False).before_tool("shell", {})
        self.assertEqual(verdict.decision, "pass")
        self.assertIn("continued without hooks", verdict.notes[0])

    def test_closed_refuses_but_never_a_stop(self) -> None:
        engine = self.engine(["/nowhere/anyhook"], fail_closed=True)
        for verdict in (engine.before_tool("shell", {}), engine.prompt("x")):
            self.assertTrue(verdict.denied)
            self.assertIn("blocked, because fail_closed is set", verdict.reason or "")
        self.assertEqual(engine.stop().decision, "pass")

    def test_garbage_in_the_middle_is_asked_again(self) -> None:
        marker = self.project / "broke.txt"
        script = (
            f"for r in lines():\n"
            f"    first = not os.path.exists({str(marker)!r})\n"
            f"    open({str(marker)!r}, 'w').close()\n"
            f"    say('\\x00\\xff garbage' if first else {{'id': r['id'], 'verdict': {VERDICT!r}}})\n"
        )
        self.assertEqual(self.engine(fake(script)).before_tool("shell", {}), Verdict())

    def test_an_answer_that_nobody_waits_for_is_no_harm(self) -> None:
        script = (
            f"for r in lines():\n"
            f"    for own in (r['id'] + 1000, 'x', r['id']): say({{'id': own, 'verdict': {VERDICT!r}}})\n"
        )
        engine = self.engine(fake(script))
        self.assertEqual([engine.before_tool("shell", {}) for _ in range(3)], [Verdict()] * 3)

    def test_an_engine_that_is_stuck_is_left_at_the_deadline(self) -> None:
        script = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor r in lines(): time.sleep(600)"
        engine = self.engine(fake(script))
        began = time.monotonic()
        verdict = engine.before_tool("shell", {}, timeout=1.0)
        self.assertLess(time.monotonic() - began, 20)
        self.assertIn("did not answer within", verdict.error or "")
        pid = pid_of(engine)
        assert pid is not None
        engine.close()
        self.assertFalse(lives(pid))

    def test_an_engine_that_does_not_start_in_time_is_named(self) -> None:
        engine = self.engine([sys.executable, "-c", "import time; time.sleep(600)"])
        self.assertIn("did not start within", engine.before_tool("shell", {}, timeout=0.5).error or "")

    def test_an_engine_that_dies_again_and_again_is_left_for_a_while(self) -> None:
        counter = self.project / "starts.txt"
        script = f"open({str(counter)!r}, 'a').write('x')\nsys.exit(1)"
        engine = self.engine(fake(script))
        errors = [engine.before_tool("shell", {}).error or "" for _ in range(30)]
        self.assertIn("is tried again in", errors[-1])
        self.assertLess(len(counter.read_text()), 12)

    def test_a_request_that_is_too_large_is_not_sent(self) -> None:
        script = f"for r in lines(): say({{'id': r['id'], 'verdict': {VERDICT!r}}})"
        engine = self.engine(fake(script))
        verdict = engine.before_tool("write", {"path": "x", "content": "x" * (50 * 1024 * 1024)})
        self.assertIn("cannot be asked about", verdict.error or "")
        self.assertTrue(verdict.denied)
        self.assertEqual(engine.before_tool("shell", {}), Verdict())


if __name__ == "__main__":
    main()
