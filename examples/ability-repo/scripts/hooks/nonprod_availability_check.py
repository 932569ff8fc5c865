#!/usr/bin/env python3
"""Refuses tasks that the configuration of the environment blocks. Where none is named, dev is meant."""

import fnmatch
import json
import os
import re
import sys


def known():
    return sorted(name[:-5] for name in os.listdir("config") if name.endswith(".json"))


def refusal(name, environment):
    """Why there can be no task, and what to do instead; nothing where there can."""
    if not re.fullmatch(r"[a-z]+", environment) or environment not in known():
        return f'There is no environment "{environment}".', f"Use one of: {', '.join(known())}."
    with open(f"config/{environment}.json") as file:
        blocked = json.load(file)["blocked_abilities"]
    if any(fnmatch.fnmatchcase(name, glob) for glob in blocked):
        return f"{name} is not enabled in {environment}.", "Use dev or staging, or ask a person to do it."
    return None


context = json.load(sys.stdin)
ref = context["ability_ref"]
refused = refusal(ref["value"], context.get("environment", "dev"))
signal = {
    "source_event": "PreAbilityCreate",
    "hook_id": "nonprod_availability_check",
    "kind": "ability_preflight",
    "code": "ABILITY_UNAVAILABLE" if refused else "ABILITY_AVAILABLE",
    "severity": "error" if refused else "info",
    "payload": {"ability_ref": ref},
}
if refused:
    signal["payload"]["reason"], signal["payload"]["suggestion"] = refused
print(json.dumps({"hook_signals": [signal]}))
