"""sdk.py BINDING BASE: runs the flows of the Python SDK with the agents greeter, careful and slow."""

import asyncio
import sys
import traceback
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskState,
)

BINDING, BASE = sys.argv[1:3]


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
    flows = [answered, streamed, asked, followed_and_canceled, unknown]
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
