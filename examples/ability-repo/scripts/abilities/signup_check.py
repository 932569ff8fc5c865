#!/usr/bin/env python3
"""Asks the rules of the service about a user. A non-zero exit is a failed task; stderr says why."""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())
from services.signup.rules import problems

user = json.load(sys.stdin)["input"]
found = problems(user)
if found:
    sys.exit("; ".join(found))
print(json.dumps({"checked": user["email"]}))
