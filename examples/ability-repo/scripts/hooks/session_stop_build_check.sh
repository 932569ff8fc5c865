#!/bin/sh
# Tests the services, and leaves a summary for people. What it finds cannot help the session: that is over.
cat > /dev/null
log=.system/logs/build_check.log
mkdir -p .system/logs
new=$(mktemp "$log.XXXXXX")
if python3 -B -m unittest discover -s services -t . > "$new" 2>&1; then result=passed; else result=failed; fi
echo "build check: $result" >> "$new"
mv "$new" "$log"
echo "{\"logs\": [\"build check: $result, see $log\"]}"
