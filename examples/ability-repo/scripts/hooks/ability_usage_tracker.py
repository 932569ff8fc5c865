#!/usr/bin/env python3
"""Counts calls of abilities, and notes slow ones. Calls may end at the same moment: one tracker at a time counts."""

import fcntl
import json
import os
import sys
from datetime import datetime, timezone

CACHE = ".system/cache/ability_usage.json"
SLOW_LOG = ".system/logs/slow_abilities.log"
SLOW_MS = int(os.environ.get("SLOW_ABILITY_MS", "1000"))


def count(usage, call, now):
    row = usage.setdefault(call["ability_id"], {"calls": 0, "success": 0, "partial": 0, "failure": 0, "total_ms": 0})
    row["calls"] += 1
    row[call["status"]] += 1
    row["total_ms"] += round(call.get("duration_ms", 0))
    row["last_used"] = now


def update_cache(call, now):
    os.makedirs(os.path.dirname(CACHE), exist_ok=True)
    with open(f"{CACHE}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            with open(CACHE) as file:
                usage = json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            usage = {}
        count(usage, call, now)
        # Whoever reads it meanwhile sees the old file or the new one, never a half.
        with open(f"{CACHE}.new", "w") as file:
            json.dump(usage, file, indent=2, sort_keys=True)
        os.replace(f"{CACHE}.new", CACHE)


def note_slow(call, now):
    os.makedirs(os.path.dirname(SLOW_LOG), exist_ok=True)
    with open(SLOW_LOG, "a") as log:
        log.write(f"{now} {call['ability_id']} {call['duration_ms']:.0f} ms {call.get('task_key', '-')}\n")


call = json.load(sys.stdin)
now = datetime.now(timezone.utc).isoformat(timespec="seconds")
update_cache(call, now)
if call.get("duration_ms", 0) >= SLOW_MS:
    note_slow(call, now)
print(json.dumps({"usage_recorded": True}))
