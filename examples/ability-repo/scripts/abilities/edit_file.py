#!/usr/bin/env python3
"""Replaces a text that is in a file once. Stays in the repository."""

import json
import os
import sys

call = json.load(sys.stdin)["input"]
root = os.path.realpath(".")
path = os.path.realpath(call["path"])
shown = os.path.relpath(path, root)
if os.path.commonpath([root, path]) != root:
    sys.exit(f"{call['path']} is outside the repository")
if not os.path.isfile(path):
    sys.exit(f"{shown} is no file")
with open(path) as file:
    text = file.read()
times = text.count(call["oldText"])
if times != 1:
    sys.exit(f"{shown}: oldText must be in it once, and is {times} times")
with open(f"{path}.new", "w") as file:
    file.write(text.replace(call["oldText"], call["newText"]))
os.chmod(f"{path}.new", os.stat(path).st_mode)
os.replace(f"{path}.new", path)
print(json.dumps({"path": shown}))
