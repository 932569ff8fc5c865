#!/bin/sh
# Finds the command with a real JSON parser and refuses it when it would destroy data.
command=$(node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).tool_input.command ?? ""') || exit 1

start='(^|[;&|(]|[[:space:]])'
target='(/|~|\$HOME)/?\*?([[:space:];&|)]|$)'

if printf '%s\n' "$command" | grep -Eq "${start}rm[[:space:]]+(-[a-zA-Z-]+[[:space:]]+)*-[a-zA-Z-]*[rR][a-zA-Z-]*[[:space:]]+(-[a-zA-Z-]+[[:space:]]+)*${target}"; then
  echo "This would delete everything below / or your home folder: $command" >&2
  exit 2
fi
if printf '%s\n' "$command" | grep -Eq "${start}mkfs|${start}dd[[:space:]].*of=/dev/"; then
  echo "This would overwrite a disk: $command" >&2
  exit 2
fi
