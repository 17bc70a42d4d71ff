#!/usr/bin/env python3
"""A chat channel with buttons that approve or deny what agents ask. Python 3, nothing else.

CHAT_SECRET=whsec_.. python3 channel.py 8099

POST /awaken receives the webhook, GET / shows the channel, and its buttons POST /answer.
"""

import base64
import hashlib
import hmac
import html
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["CHAT_SECRET"].removeprefix("whsec_"))
SERVER = os.environ.get("AWAKEN", "http://localhost:8080")
MAX_AGE = 300
questions = {}  # by id, the oldest first
seen = set()


def signed(headers, body):
    """Whether the message is from the server, and new (Standard Webhooks)."""
    sent = headers.get("webhook-timestamp", "0")
    if not sent.isdigit() or abs(time.time() - int(sent)) > MAX_AGE:
        return False
    text = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    own = "v1," + base64.b64encode(hmac.new(KEY, text, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(own, one) for one in headers.get("webhook-signature", "").split())


def show(question):
    line = "<p>{} wants to call <b>{}</b> with <code>{}</code>: {} ".format(
        *(html.escape(str(question.get(field, ""))) for field in ("requester", "tool")),
        html.escape(json.dumps(question.get("arguments"))),
        html.escape(question.get("message") or question["action"]),
    )
    if "decision" in question:
        decision = question["decision"]
        return line + html.escape(f"{decision['action']} by {decision['decided_by']}") + "</p>"
    buttons = "".join(
        f"<button name=action value={action}>{name}</button>"
        for action, name in (("resume", "Approve"), ("cancel", "Deny"))
    )
    hidden = f"<input type=hidden name=question value=\"{html.escape(question['id'])}\">"
    link = urllib.parse.urljoin(SERVER, question.get("answer", {}).get("link", ""))
    opens = f"<a href=\"{html.escape(link)}\">Look closer</a>"
    return line + f"<form method=post action=/answer>{hidden}{buttons} {opens}</form></p>"


class Channel(BaseHTTPRequestHandler):
    def do_GET(self):
        page = "<meta charset=utf-8><title>Approvals</title>" + "".join(map(show, questions.values()))
        self.reply(200, page)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/awaken":
            self.receive(body)
        elif self.path == "/answer":
            self.answer(urllib.parse.parse_qs(body.decode()))
        else:
            self.reply(404, "")

    def receive(self, body):
        if not signed(self.headers, body):
            return self.reply(401, "not signed")
        message = json.loads(body)
        if self.headers["webhook-id"] not in seen and message["type"].startswith("question."):
            seen.add(self.headers["webhook-id"])
            question = message["data"]["question"]
            questions[question["id"]] = question
        self.reply(204, "")

    def answer(self, form):
        question = questions.get(form["question"][0])
        if question is None or "answer" not in question:
            return self.reply(404, "no open question")
        decision = {"token": question["answer"]["token"], "action": form["action"][0]}
        request = urllib.request.Request(
            urllib.parse.urljoin(SERVER, question["answer"]["url"]),
            json.dumps(decision).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            urllib.request.urlopen(request, timeout=10).close()
            self.reply(303, "", {"Location": "/"})
        except urllib.error.HTTPError as refused:
            self.reply(409, html.escape(json.load(refused).get("error", "refused")))

    def reply(self, status, text, headers=None):
        body = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Channel)
    print(f"The channel is at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
