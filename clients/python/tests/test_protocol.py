"""What is sent and received, without an engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict
from unittest import TestCase, main

from anyhook import EngineError, EngineGone, protocol
from anyhook.verdict import read_verdict

from .world import VERDICT


class Protocol(TestCase):
    def test_a_message_is_one_line(self) -> None:
        line = protocol.encode({"id": 1, "input": {"path": Path("/a"), "text": "two\nlines"}})
        self.assertEqual(line.count(b"\n"), 1)
        self.assertEqual(json.loads(line), {"id": 1, "input": {"path": "/a", "text": "two\nlines"}})

    def test_what_is_no_message_is_not_sent(self) -> None:
        ring: Dict[str, Any] = {}
        ring["self"] = ring
        for message in ({"data": float("nan")}, ring, {"data": "x" * protocol.MAX_LINE_BYTES}):
            with self.assertRaises(ValueError):
                protocol.encode(message)

    def test_fields_without_a_value_are_not_sent(self) -> None:
        request = {"event": "tool.before", "tool": None, "input": {}}
        self.assertEqual(protocol.placed(request, "/a", None), {"event": "tool.before", "input": {}, "cwd": "/a"})
        self.assertEqual(protocol.placed({}, "/a", {"A": "b"}), {"cwd": "/a", "env": {"A": "b"}})

    def test_a_line_that_answers_nothing_is_no_answer(self) -> None:
        self.assertEqual(protocol.decode(b'{"id":1,"hello":{}}\n'), {"id": 1, "hello": {}})
        for line, said in ((b"[1]", "not a JSON object"), (b'{"error":"too long"}', "too long"), (b"{}", "{}")):
            with self.assertRaises(EngineGone) as caught:
                protocol.decode(line)
            self.assertEqual(str(caught.exception), said)
        for line in (b"garbage", b"\xff"):
            with self.assertRaises(ValueError):
                protocol.decode(line)

    def test_an_answer_is_its_field_or_its_error(self) -> None:
        self.assertEqual(protocol.result({"verdict": VERDICT}, "verdict", read_verdict).decision, "pass")
        with self.assertRaises(EngineGone):
            protocol.result({}, "verdict", read_verdict)
        failed = {"error": {"code": "BAD_CONFIG", "message": "no", "failClosed": True}, "verdict": VERDICT}
        with self.assertRaises(EngineError) as caught:
            protocol.result(failed, "verdict", read_verdict)
        self.assertEqual((str(caught.exception), caught.exception.fail_closed), ("BAD_CONFIG: no", True))


if __name__ == "__main__":
    main()
