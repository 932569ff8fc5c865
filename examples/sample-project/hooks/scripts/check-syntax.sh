#!/bin/sh
# A file that does not parse is told to the model at once, as feedback on its write.
path=$(node -p 'JSON.parse(process.env.TOOL_INPUT || "{}").file_path ?? ""') || exit 1

case "$path" in
  *.js | *.mjs | *.cjs) ;;
  *) exit 0 ;;
esac
[ -f "$path" ] || exit 0
error=$(node --check "$path" 2>&1) && exit 0
echo "$path does not parse: $(printf '%s\n' "$error" | grep -m 1 'Error')" >&2
exit 1
