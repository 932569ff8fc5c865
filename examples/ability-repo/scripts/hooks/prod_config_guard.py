#!/usr/bin/env python3
"""Denies changes of config/prod.json until a person agrees, whoever asks and however the path is written."""

import json
import os
import sys

PROTECTED = os.path.realpath("config/prod.json")


def is_protected(path):
    real = os.path.realpath(path)
    # Some disks take two ways to write a name for the same file.
    return real.lower() == PROTECTED.lower() or (os.path.exists(real) and os.path.samefile(real, PROTECTED))


call = json.load(sys.stdin)
args = call.get("args", {})
paths = [path for path in [args.get("path"), *args.get("paths", [])] if isinstance(path, str)]
guard = {
    "source_event": "PreAbilityCall",
    "hook_id": "prod_config_guard",
    "kind": "ability_guard",
    "code": "ABILITY_DENIED",
    "severity": "error",
    "payload": {
        "ability_id": call["ability_id"],
        "reason": f"config/prod.json is not changed from {call['caller']['source']} unless a person agrees.",
        "require_human": True,
    },
}
print(json.dumps({"hook_signals": [guard] if any(map(is_protected, paths)) else []}))
