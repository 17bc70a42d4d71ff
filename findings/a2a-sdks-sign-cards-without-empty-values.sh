#!/usr/bin/env bash
# The A2A SDKs for Python and JavaScript sign another text than the canonical JSON (RFC 8785) of the card they serve.
#
# Both leave out what is empty, at any depth: also the required field capabilities, if it is {}, and empty texts in
# places that are free in form, such as the params of an extension or the description of an OAuth scope. What they serve
# has these values. A verifier that removes the signatures and canonicalizes the rest refuses such a card, and both SDKs
# refuse a card whose signer did so, down to a card whose only empty value is capabilities.
#
# Needs Node 20 or newer, and Python 3.10 or newer with venv. Installs packages into a temporary folder.
set -euo pipefail

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"

npm install --silent --no-audit --no-fund @a2a-js/sdk@1.3.0 jose@6.1.0 >/dev/null || { echo "cannot install @a2a-js/sdk"; exit 2; }
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'a2a-sdk[signing]==1.3.0' cryptography rfc8785==0.1.4 || { echo "cannot install a2a-sdk"; exit 2; }
echo "@a2a-js/sdk 1.3.0, $(venv/bin/pip list --disable-pip-version-check 2>/dev/null | grep -E '^(a2a-sdk|rfc8785)' | tr -s ' ' | paste -sd,), node $(node --version)"

cat >cards.json <<'END'
{
  "full": {"streaming": true},
  "empty capabilities": {},
  "empty text in params": {"extensions": [{"uri": "urn:note", "params": {"text": ""}}]}
}
END
cat >sign.py <<'END'
import base64, json
import rfc8785
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from google.protobuf.json_format import MessageToDict, ParseDict
from a2a.types import AgentCard
from a2a.utils.signing import create_agent_card_signer

key = ec.generate_private_key(ec.SECP256R1())
pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
open("private.pem", "wb").write(pem)
open("key.pem", "wb").write(key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
header = {"alg": "ES256", "kid": "k", "typ": "JOSE"}
encode = lambda raw: base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
signed = {}
for name, capabilities in json.load(open("cards.json")).items():
    card = {
        "name": "Clerk",
        "description": "Answers",
        "version": "1",
        "supportedInterfaces": [{"url": "https://clerk.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "capabilities": capabilities,
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "s", "name": "s", "description": "d", "tags": ["t"]}],
    }
    model = create_agent_card_signer(pem, header)(ParseDict(card, AgentCard()))
    protected = encode(json.dumps(header).encode())
    payload = encode(rfc8785.dumps(card))
    r, s = utils.decode_dss_signature(key.sign(f"{protected}.{payload}".encode(), ec.ECDSA(hashes.SHA256())))
    signature = {"protected": protected, "signature": encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))}
    signed[name] = {"card": card, "Python": MessageToDict(model), "RFC 8785": {**card, "signatures": [signature]}}
json.dump(signed, open("signed.json", "w"))
END
cat >sign.mjs <<'END'
import fs from "node:fs";
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";
import * as jose from "jose";

console.debug = () => {};
const privateKey = await jose.importPKCS8(fs.readFileSync("private.pem", "utf8"), "ES256");
const publicKey = await jose.importSPKI(fs.readFileSync("key.pem", "utf8"), "ES256");
const sign = generateAgentCardSignature(privateKey, { alg: "ES256", kid: "k", typ: "JOSE" });
const verify = verifyAgentCardSignature(async () => publicKey);
const signed = JSON.parse(fs.readFileSync("signed.json"));
for (const cards of Object.values(signed)) {
  cards.JavaScript = AgentCard.toJSON(await sign(AgentCard.fromJSON(cards.card)));
  delete cards.card;
  cards.accepts = {};
  for (const signer of ["Python", "JavaScript", "RFC 8785"]) {
    cards.accepts[signer] = await verify(cards[signer]).then(() => true, () => false);
  }
}
fs.writeFileSync("signed.json", JSON.stringify(signed));
END
cat >verify.py <<'END'
import base64, json
import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from google.protobuf.json_format import ParseDict
from a2a.types import AgentCard
from a2a.utils.signing import InvalidSignaturesError, create_signature_verifier

pem = open("key.pem").read()
key = serialization.load_pem_public_key(pem.encode())
sdk = create_signature_verifier(lambda kid, jku: pem, ["ES256"])
decode = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

def canonical(card):
    entry = card["signatures"][0]
    payload = base64.urlsafe_b64encode(rfc8785.dumps({k: v for k, v in card.items() if k != "signatures"})).rstrip(b"=").decode()
    raw = decode(entry["signature"])
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, f"{entry['protected']}.{payload}".encode(), ec.ECDSA(hashes.SHA256()))

def accepts(check, card):
    try:
        check(card)
        return True
    except (InvalidSignature, InvalidSignaturesError):
        return False

for name, cards in json.load(open("signed.json")).items():
    for signer in ["Python", "JavaScript", "RFC 8785"]:
        by = {
            "Python": accepts(lambda card: sdk(ParseDict(card, AgentCard())), cards[signer]),
            "JavaScript": cards["accepts"][signer],
            "RFC 8785": accepts(canonical, cards[signer]),
        }
        print(f"{name}, signed by {signer}: accepted by {', '.join(k for k, v in by.items() if v)}")
END
venv/bin/python sign.py
node sign.mjs
venv/bin/python verify.py | tee seen

cat >expected <<'END'
full, signed by Python: accepted by Python, JavaScript, RFC 8785
full, signed by JavaScript: accepted by Python, JavaScript, RFC 8785
full, signed by RFC 8785: accepted by Python, JavaScript, RFC 8785
empty capabilities, signed by Python: accepted by Python, JavaScript
empty capabilities, signed by JavaScript: accepted by Python, JavaScript
empty capabilities, signed by RFC 8785: accepted by RFC 8785
empty text in params, signed by Python: accepted by Python, JavaScript
empty text in params, signed by JavaScript: accepted by Python, JavaScript
empty text in params, signed by RFC 8785: accepted by RFC 8785
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
