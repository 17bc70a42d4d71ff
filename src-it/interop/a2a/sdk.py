"""sdk.py BINDING BASE PORT: runs the flows of the Python SDK with the agents greeter, careful and slow.

Push notifications come to PORT of 127.0.0.1.
"""

import asyncio
import queue
import sys
import threading
import traceback
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    AuthenticationInfo,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
    TaskState,
)
from google.protobuf.json_format import Parse

BINDING, BASE, PORT = sys.argv[1:4]
pushes = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    """Takes push notifications as the SDK reads them: unknown fields are an error."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        pushes.put((self.path, self.headers, Parse(body, StreamResponse())))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


async def connect(http, agent, streaming=False):
    card = await A2ACardResolver(http, f"{BASE}/v1/a2a/{agent}").get_agent_card()
    config = ClientConfig(
        httpx_client=http, streaming=streaming, supported_protocol_bindings=[BINDING], use_client_preference=True
    )
    return ClientFactory(config).create(card)


def message(text, task="", context="", **configuration):
    sent = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[Part(text=text)], task_id=task, context_id=context)
    return SendMessageRequest(message=sent, configuration=SendMessageConfiguration(**configuration))


async def send(client, request):
    return [event async for event in client.send_message(request)]


async def task_of(client, request):
    return (await send(client, request))[-1].task


def answer(task):
    return "".join(part.text for artifact in task.artifacts for part in artifact.parts)


async def answered(http):
    client = await connect(http, "greeter")
    task = await task_of(client, message("Hello?"))
    assert task.status.state == TaskState.TASK_STATE_COMPLETED, task
    assert answer(task) == "Hello.", task
    again = await client.get_task(GetTaskRequest(id=task.id, history_length=0))
    assert again.id == task.id and not again.history and answer(again) == "Hello.", again
    listed = await client.list_tasks(ListTasksRequest(context_id=task.context_id))
    assert [each.id for each in listed.tasks] == [task.id] and listed.total_size == 1, listed


async def streamed(http):
    client = await connect(http, "slow", streaming=True)
    events = await send(client, message("Tell me."))
    assert events[0].HasField("task"), events[0]
    assert events[-1].status_update.status.state == TaskState.TASK_STATE_COMPLETED, events[-1]
    text = "".join(part.text for event in events for part in event.artifact_update.artifact.parts)
    assert text == answer(await client.get_task(GetTaskRequest(id=events[0].task.id))), text


async def asked(http):
    client = await connect(http, "careful")
    task = await task_of(client, message("6 * 7?"))
    assert task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED, task
    done = await task_of(client, message("approve", task.id, task.context_id))
    assert done.id == task.id and done.status.state == TaskState.TASK_STATE_COMPLETED, done


async def pushed(http):
    client = await connect(http, "careful")
    authentication = AuthenticationInfo(scheme="Bearer", credentials="s3cr3t")
    url = f"http://127.0.0.1:{PORT}/mine"
    config = TaskPushNotificationConfig(id="mine", url=url, token="t-1", authentication=authentication)
    task = await task_of(client, message("6 * 7?", task_push_notification_config=config))
    made = await client.get_task_push_notification_config(GetTaskPushNotificationConfigRequest(task_id=task.id, id="mine"))
    assert (made.task_id, made.url, made.token) == (task.id, url, "t-1"), made
    assert made.authentication == AuthenticationInfo(scheme="Bearer"), made
    other = TaskPushNotificationConfig(task_id=task.id, id="other", url=f"{url}/not")
    assert (await client.create_task_push_notification_config(other)).url == other.url
    listing = ListTaskPushNotificationConfigsRequest(task_id=task.id)
    listed = await client.list_task_push_notification_configs(listing)
    assert [each.id for each in listed.configs] == ["mine", "other"], listed
    await client.delete_task_push_notification_config(
        DeleteTaskPushNotificationConfigRequest(task_id=task.id, id="other")
    )
    assert list((await client.list_task_push_notification_configs(listing)).configs) == [made]
    await task_of(client, message("approve", task.id))
    states = []
    while TaskState.TASK_STATE_COMPLETED not in states:
        path, headers, event = await asyncio.to_thread(pushes.get, timeout=30)
        if path == "/mine":
            update = event.status_update
            assert (update.task_id, update.context_id) == (task.id, task.context_id), event
            assert headers["Content-Type"] == "application/a2a+json", headers
            assert headers["X-A2A-Notification-Token"] == "t-1", headers
            assert headers["Authorization"] == "Bearer s3cr3t", headers
            states.append(update.status.state)
    assert states == [TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_COMPLETED], states


async def followed_and_canceled(http):
    client = await connect(http, "slow", streaming=True)
    plain = await connect(http, "slow")
    task = await task_of(plain, message("Tell me.", return_immediately=True))
    events = [event async for event in client.subscribe(SubscribeToTaskRequest(id=task.id))]
    assert events[0].HasField("task"), events[0]
    assert events[-1].status_update.status.state == TaskState.TASK_STATE_COMPLETED, events[-1]
    task = await task_of(plain, message("Tell me.", return_immediately=True))
    canceled = await plain.cancel_task(CancelTaskRequest(id=task.id))
    assert canceled.status.state == TaskState.TASK_STATE_CANCELED, canceled


async def unknown(http):
    client = await connect(http, "greeter")
    try:
        await client.get_task(GetTaskRequest(id="no-such-task"))
    except Exception as error:
        assert "TaskNotFound" in type(error).__name__, repr(error)
        return
    raise AssertionError("an unknown task was found")


async def main():
    failed = 0
    receiver = ThreadingHTTPServer(("127.0.0.1", int(PORT)), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    flows = [answered, streamed, asked, pushed, followed_and_canceled, unknown]
    async with httpx.AsyncClient(timeout=60) as http:
        for flow in flows:
            try:
                await flow(http)
                print("ok", flow.__name__)
            except Exception:
                failed += 1
                print("FAILED", flow.__name__)
                traceback.print_exc(file=sys.stdout)
    print(f"{len(flows) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


asyncio.run(main())
