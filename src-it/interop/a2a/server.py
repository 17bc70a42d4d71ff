"""server.py BINDING: an agent made with the Python SDK; prints its port and the key of its card as JSON, serves until its input ends."""

import asyncio
import json
import os
import socket
import sys
import threading

import uvicorn
from a2a.helpers.proto_helpers import new_raw_part, new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.routes.rest_routes import create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, TaskState
from a2a.utils.signing import create_agent_card_signer
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.applications import Starlette

BINDING = sys.argv[1]


class Flows(AgentExecutor):
    async def execute(self, context, queue):
        task = context.current_task
        if not task:
            task = new_task_from_user_message(context.message)
            await queue.enqueue_event(task)
        updater = TaskUpdater(queue, task.id, task.context_id)
        text = context.get_user_input()
        if task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED:
            await updater.start_work()
            await updater.add_artifact([new_text_part(f"It is {text}.")], artifact_id="answer")
            await updater.complete()
            return
        await updater.start_work()
        if text == "ask":
            await updater.requires_input(updater.new_agent_message([new_text_part("Which city?")]))
        elif text == "fail":
            await updater.failed(updater.new_agent_message([new_text_part("I cannot.")]))
        elif text == "slow":
            await updater.add_artifact([new_text_part("Well")], artifact_id="slow")
            await asyncio.sleep(60)
        else:
            await updater.add_artifact([new_text_part("Hel")], artifact_id="hello")
            await updater.add_artifact([new_text_part("lo.")], artifact_id="hello", append=True, last_chunk=True)
            await updater.add_artifact([new_raw_part(b"\0\1\2", media_type="image/png", filename="a.png")])
            await updater.complete()

    async def cancel(self, context, queue):
        print("canceled", flush=True)
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


listener = socket.create_server(("127.0.0.1", 0))
port = listener.getsockname()[1]
key = ec.generate_private_key(ec.SECP256R1())
card = AgentCard(
    name="flows",
    description="Agent of a test.",
    version="1",
    supported_interfaces=[
        AgentInterface(url=f"http://127.0.0.1:{port}", protocol_binding=BINDING, protocol_version="1.0")
    ],
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="flows", name="Flüsse", description="Flows.", tags=["test"])],
)
card = create_agent_card_signer(key, {"alg": "ES256", "kid": "k", "typ": "JOSE"})(card)
handler = DefaultRequestHandler(agent_executor=Flows(), task_store=InMemoryTaskStore(), agent_card=card)
routes = create_agent_card_routes(card) + (
    create_jsonrpc_routes(handler, "/") if BINDING == "JSONRPC" else create_rest_routes(handler)
)
pem = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
print(json.dumps({"port": port, "key": pem.decode()}), flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="error")).run(sockets=[listener])
