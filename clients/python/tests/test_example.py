"""The example does what its guide says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest import main

from .world import World, real


class Example(World):
    def test_the_strands_style_example_blocks_rewrites_and_gives_feedback(self) -> None:
        file = Path(__file__).resolve().parents[1] / "examples" / "strands_style.py"
        env = {**os.environ, **self.env}
        ran = subprocess.run([sys.executable, str(file), *real()], env=env, capture_output=True, text=True, timeout=60)
        self.assertEqual(ran.stderr, "")
        self.assertEqual(
            ran.stdout.splitlines(),
            [
                "git push --force -> '[no-force-push] Do not force-push.'",
                "ls -> 'ran: ls -l'",
                "make -> 'ran: make\\n[check] Run the tests, too.'",
                "date -> 'ran: date'",
            ],
        )


if __name__ == "__main__":
    main()
