#!/usr/bin/env python3
"""A mailbox for tests: GET /inbox/<address>, with the token in MAIL_TOKEN. `mail_server.py [port]`, 8025 where none is given."""

import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

TOKEN = f"Bearer {os.environ['MAIL_TOKEN']}"
MAILS = {"ada@dev.example": [{"subject": "Welcome, Ada"}]}


class Mailbox(BaseHTTPRequestHandler):
    def do_GET(self):
        if not hmac.compare_digest(self.headers.get("Authorization", ""), TOKEN):
            return self.answer(401, {"error": "wrong token"})
        if not self.path.startswith("/inbox/"):
            return self.answer(404, {"error": "no such page"})
        self.answer(200, {"mails": MAILS.get(unquote(self.path[len("/inbox/") :]), [])})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8025), Mailbox)
print(f"mails at http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
