#!/bin/sh
# Plain text at the start of a session is context for the model.
node -p '
  const { scripts = {} } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  "Commands of this project: " + Object.keys(scripts).map((name) => "npm run " + name).join(", ");
' "$CLAUDE_PLUGIN_ROOT/package.json"
