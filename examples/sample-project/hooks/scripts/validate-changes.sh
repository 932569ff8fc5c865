#!/bin/sh
# TOOL_INPUT holds the tool's input as JSON. Any exit but 0 blocks the write; the reason is systemMessage.
path=$(node -p 'JSON.parse(process.env.TOOL_INPUT || "{}").file_path ?? ""') || exit 1

case "/$path/" in
  */../*) reason='the path leaves its folder with ..' ;;
  *.env/ | *.env.*/ | *.pem/ | *.key/ | *credential*) reason='the file may hold secrets' ;;
  //etc/* | //usr/* | //bin/*) reason='the file belongs to the system' ;;
  *) exit 0 ;;
esac
echo "{\"continue\": false, \"systemMessage\": \"This write is refused: $reason.\"}"
exit 2
