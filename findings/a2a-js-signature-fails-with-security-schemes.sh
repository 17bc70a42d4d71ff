#!/usr/bin/env bash
# @a2a-js/sdk: a card with security schemes that it signs as a model is refused by every verifier once it was served.
#
# The signer reads the card as JSON before it hashes it. A card that was made with AgentCard.fromJSON holds its schemes
# in the form of the model, which that reading does not know, so the signature is made without them. The served JSON has
# them: the verifiers of this SDK and of the Python SDK refuse it. Signing the JSON of the card instead works, against
# the declared type of the parameter.
#
# Needs Node 20 or newer, and Python 3.10 or newer with venv. Installs packages into a temporary folder.
set -euo pipefail

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"

npm install --silent --no-audit --no-fund @a2a-js/sdk@1.3.0 jose@6.1.0 >/dev/null || { echo "cannot install @a2a-js/sdk"; exit 2; }
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'a2a-sdk[signing]==1.3.0' cryptography || { echo "cannot install a2a-sdk"; exit 2; }
echo "@a2a-js/sdk $(node -p 'require("@a2a-js/sdk/package.json").version' 2>/dev/null || sed -n 's/.*"version": "\(.*\)".*/\1/p' node_modules/@a2a-js/sdk/package.json), $(venv/bin/pip list --disable-pip-version-check 2>/dev/null | grep a2a-sdk | tr -s ' '), node $(node --version)"

cat >sign.mjs <<'END'
import fs from "node:fs";
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";
import * as jose from "jose";

console.debug = () => {};
const { publicKey, privateKey } = await jose.generateKeyPair("ES256", { extractable: true });
fs.writeFileSync("key.pem", await jose.exportSPKI(publicKey));
const sign = generateAgentCardSignature(privateKey, { alg: "ES256", kid: "k", typ: "JOSE" });
const verify = verifyAgentCardSignature(async () => publicKey);
const open = {
  name: "Clerk",
  description: "Answers",
  version: "1",
  supportedInterfaces: [{ url: "https://clerk.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "s", name: "s", description: "d", tags: ["t"] }],
};
const guarded = { ...open, securitySchemes: { login: { httpAuthSecurityScheme: { scheme: "bearer" } } } };
const served = {
  "model without schemes": AgentCard.toJSON(await sign(AgentCard.fromJSON(open))),
  "model with a scheme": AgentCard.toJSON(await sign(AgentCard.fromJSON(guarded))),
  "JSON with a scheme": await sign(guarded),
};
fs.writeFileSync("cards.json", JSON.stringify(served));
for (const [name, card] of Object.entries(served)) {
  const outcome = await verify(JSON.parse(JSON.stringify(card))).then(() => "accepted", () => "refused");
  console.log(`JavaScript, ${name}: ${outcome}`);
}
END
cat >verify.py <<'END'
import json
from google.protobuf.json_format import ParseDict
from a2a.types import AgentCard
from a2a.utils.signing import InvalidSignaturesError, create_signature_verifier

key = open("key.pem").read()
verify = create_signature_verifier(lambda kid, jku: key, ["ES256"])
for name, card in json.load(open("cards.json")).items():
    try:
        verify(ParseDict(card, AgentCard()))
        outcome = "accepted"
    except InvalidSignaturesError:
        outcome = "refused"
    print(f"Python, {name}: {outcome}")
END
{ node sign.mjs; venv/bin/python verify.py; } | tee seen

cat >expected <<'END'
JavaScript, model without schemes: accepted
JavaScript, model with a scheme: refused
JavaScript, JSON with a scheme: accepted
Python, model without schemes: accepted
Python, model with a scheme: refused
Python, JSON with a scheme: accepted
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
