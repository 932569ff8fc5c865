#!/usr/bin/env python3
"""Suggests abilities and documents by a few rules. The builtin route-abilities does it without rules of its own."""

import json
import re
import sys

RULES = [
    {
        "words": r"\b(sign-?up|onboarding|new account)",
        "ability": "signup_e2e_test",
        "document": "docs/signup.md",
        "scope": "services/signup",
        "topic": "sign-up",
    },
    {
        "words": r"\bprod(uction)?\b.*\bconfig|\bconfig.*\bprod|mail domain",
        "ability": "edit_file",
        "document": "docs/environments.md",
        "scope": "config",
        "topic": "configuration",
    },
]


def signal(kind, code, payload):
    return {
        "source_event": "PromptSubmit",
        "hook_id": "prompt_router",
        "kind": kind,
        "code": code,
        "severity": "info",
        "payload": payload,
    }


def signals(rule, found):
    reason = f'The prompt has "{found}".'
    hint = {
        "suggested_abilities": [{"id": rule["ability"], "reason": reason, "confidence": 0.8}],
        "suggested_documents": [{"path": rule["document"], "reason": reason}],
    }
    intent = {"scope": rule["scope"], "topic": rule["topic"], "stage": "test" if "test" in prompt else "implement"}
    return [signal("routing_hint", "ROUTE_SUGGESTION", hint), signal("normalized_intent", "INTENT", intent)]


prompt = json.load(sys.stdin)["user_raw_input"].lower()
found = [signals(rule, match.group(0)) for rule in RULES if (match := re.search(rule["words"], prompt))]
print(json.dumps({"hook_signals": found[0] if found else []}))
