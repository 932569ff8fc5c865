#!/usr/bin/env python3
"""A small MCP server over stdio: one JSON-RPC message a line, one tool that searches docs/ and integration/."""

import glob
import json
import sys

TOOL = {
    "name": "search_docs",
    "description": "Lines of the documents that hold a text.",
    "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
}


def search(query):
    found = []
    for path in sorted(glob.glob("docs/*.md") + glob.glob("integration/*.md")):
        with open(path) as file:
            for number, line in enumerate(file, 1):
                if query.lower() in line.lower():
                    found.append({"path": path, "line": number, "text": line.strip()})
    return found[:20]


def initialize(params):
    return {
        "protocolVersion": params["protocolVersion"],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "docs", "version": "1.0.0"},
    }


def call_tool(params):
    if params["name"] != TOOL["name"]:
        return {"isError": True, "content": [{"type": "text", "text": f"no tool {params['name']}"}]}
    matches = {"matches": search(params["arguments"]["query"])}
    return {"content": [{"type": "text", "text": json.dumps(matches)}], "structuredContent": matches}


METHODS = {
    "initialize": initialize,
    "ping": lambda params: {},
    "tools/list": lambda params: {"tools": [TOOL]},
    "tools/call": call_tool,
}

for line in sys.stdin:
    message = json.loads(line)
    # A message without an id wants no answer.
    if "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    method = METHODS.get(message["method"])
    if method:
        answer["result"] = method(message.get("params", {}))
    else:
        answer["error"] = {"code": -32601, "message": f"no method {message['method']}"}
    print(json.dumps(answer), flush=True)
