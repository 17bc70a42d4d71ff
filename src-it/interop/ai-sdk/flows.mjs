// The flows of a chat page. Each receives the client module and the server's URLs.
import assert from 'node:assert/strict';
import { agent, approval, approvals, name, openWaiting, states } from './asking.mjs';
import { breaking, calls, load, open, ready, text, until } from './chat.mjs';

// No flow: shared state: `useChat` has no state to send; changes reach its `onData`.
// No flow: instructions: `useChat` sends messages of its user only.

export const flows = {
  // Flow: plain
  async plain({ ai, api, base }) {
    const id = name();
    const chat = open(ai, api, { id });
    await chat.sendMessage({ text: 'Hello' });
    assert.equal(text(chat), 'Hello, dear reader.');
    assert.deepEqual([chat.status, chat.messages.length], ['ready', 2]);
    assert.ok(chat.data.some(part => part.type === 'data-run-info' && part.data.threadId === id));
    assert.ok(chat.lastMessage.parts.every(part => !part.type.startsWith('data-')));
    const before = chat.lastMessage.id;
    await chat.sendMessage({ text: 'And again' });
    assert.equal(chat.messages.length, 4);
    assert.notEqual(chat.lastMessage.id, before);
    const loaded = await load(base, id);
    assert.deepEqual(loaded.map(message => message.id), chat.messages.map(message => message.id));
    assert.deepEqual(
      loaded.map(message => message.parts.filter(part => part.type === 'text').map(part => part.text)),
      chat.messages.map(message => message.parts.filter(part => part.type === 'text').map(part => part.text)),
    );
  },

  // Flow: multi-step tools
  async 'several steps'({ ai, api }) {
    let called = 0;
    const chat = open(ai, api, {
      id: name(),
      ...agent('tools'),
      onToolCall: () => void called++,
      sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithToolCalls,
    });
    await chat.sendMessage({ text: 'Weather?' });
    assert.equal(text(chat), 'Let me look.It is fine.');
    assert.deepEqual(states(chat), ['output-available']);
    assert.equal(calls(chat)[0].output.city ?? calls(chat)[0].input.city, 'Bern');
    assert.deepEqual([called, chat.requests.length], [0, 1]);
  },

  // Flow: parallel tools
  async 'parallel calls'({ ai, api }) {
    const chat = open(ai, api, { id: name(), ...agent('parallel') });
    await chat.sendMessage({ text: 'Weather?' });
    assert.deepEqual(calls(chat).map(call => call.input.city), ['Bern', 'Rome']);
    assert.deepEqual(states(chat), ['output-available', 'output-available']);
    assert.equal(text(chat), 'Fine in both.');
  },

  // Flow: reasoning
  async reasoning({ ai, api }) {
    const chat = open(ai, api, { id: name(), ...agent('thinker') });
    await chat.sendMessage({ text: 'Well?' });
    const thought = chat.lastMessage.parts.filter(part => part.type === 'reasoning');
    assert.deepEqual(thought.map(part => [part.text, part.state]), [['They want an answer.', 'done']]);
    assert.equal(text(chat), 'Here it is.');
  },

  // Flow: approval granted
  async 'approval granted'({ ai, api }) {
    const chat = await openWaiting(ai, api);
    const message = chat.lastMessage.id;
    assert.match(approval(chat).descriptor.message, /calculate/);
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: true });
    await until('done', () => text(chat) === 'Done.' && chat.status === 'ready');
    assert.deepEqual(states(chat), ['output-available']);
    assert.deepEqual([chat.messages.length, chat.lastMessage.id, chat.requests.length], [2, message, 2]);
  },

  // Flow: approval denied
  async 'approval denied'({ ai, api }) {
    const chat = await openWaiting(ai, api);
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: false, reason: 'use your head' });
    await until('done', () => text(chat) === 'Done.' && chat.status === 'ready');
    assert.deepEqual(states(chat), ['output-denied']);
    assert.equal(chat.messages.length, 2);
  },

  // Flow: approval edited
  async 'approval edited'({ ai, api }) {
    const chat = await openWaiting(ai, api, name(), 'clerk');
    assert.equal(approval(chat).descriptor.message, 'Refund 120 euros for A-1001?');
    const payload = { orderId: 'A-1001', amount: 80 };
    await chat.sendMessage(undefined, { body: { decisions: [{ approvalId: approval(chat).id, approved: true, payload }] } });
    assert.equal(chat.status, 'ready', String(chat.error));
    assert.match(JSON.stringify(calls(chat)[0].output), /refunded 80 euros for A-1001/);
    assert.deepEqual([text(chat), states(chat), chat.messages.length], ['Refunded.', ['output-available'], 2]);
  },

  async 'one question after another'({ ai, api }) {
    const chat = await openWaiting(ai, api, name(), 'twice');
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: true });
    await until('asked again', () => chat.status === 'ready' && calls(chat).length === 2);
    assert.deepEqual(states(chat), ['output-available', 'approval-requested']);
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: true });
    await until('done', () => text(chat) === 'Done twice.' && chat.status === 'ready');
    assert.equal(chat.messages.length, 2);
  },

  async 'questions of two runs have different ids'({ ai, api }) {
    const chat = await openWaiting(ai, api);
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: true });
    await until('done', () => text(chat) === 'Done.' && chat.status === 'ready');
    const first = calls(chat)[0].toolCallId;
    await chat.sendMessage({ text: 'Once more' });
    assert.notEqual(calls(chat)[0].toolCallId, first);
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: false });
    await until('done', () => text(chat) === 'Done.' && chat.status === 'ready');
    assert.deepEqual(states(chat), ['output-denied']);
    assert.equal(chat.messages[1].parts.find(part => part.toolCallId === first).state, 'output-available');
  },

  // Flow: client-side tool
  async 'a front-end tool'({ ai, api }) {
    const chat = open(ai, api, {
      id: name(),
      body: {
        agentId: 'painter',
        frontendTools: [
          { name: 'pick_colour', description: 'Lets the user pick a colour.', parameters: { type: 'object', properties: { palette: { type: 'string' } } } },
        ],
      },
      sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall: ({ toolCall }) => {
        void chat.addToolOutput({ tool: toolCall.toolName, toolCallId: toolCall.toolCallId, output: { colour: 'red' } });
      },
    });
    await chat.sendMessage({ text: 'Paint' });
    await until('done', () => text(chat) === 'So be it.' && chat.status === 'ready');
    assert.deepEqual(calls(chat).map(call => call.output), [{ colour: 'red' }]);
    assert.deepEqual([chat.messages.length, chat.requests.length], [2, 2]);
  },

  async 'a front-end tool that fails'({ ai, api }) {
    const chat = open(ai, api, {
      id: name(),
      body: { agentId: 'painter', frontendTools: [{ name: 'pick_colour' }] },
      sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithToolCalls,
    });
    await chat.sendMessage({ text: 'Paint' });
    const [call] = calls(chat);
    assert.equal(call.state, 'input-available');
    await chat.addToolOutput({ state: 'output-error', tool: 'pick_colour', toolCallId: call.toolCallId, errorText: 'no paint' });
    await until('done', () => text(chat) === 'So be it.' && chat.status === 'ready');
    assert.deepEqual(states(chat), ['output-error']);
  },

  // Flow: file
  async file({ ai, api }) {
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const chat = open(ai, api, { id: name(), ...agent('looker') });
    await chat.sendMessage({ text: 'Look', files: [{ type: 'file', mediaType: 'image/png', filename: 'a.png', url }] });
    assert.equal(chat.status, 'ready', String(chat.error));
    assert.match(text(chat), /image\/png/);
  },

  // Flow: error
  async error({ ai, api }) {
    const chat = open(ai, api, { id: name(), ...agent('broken') });
    await chat.sendMessage({ text: 'Hello' });
    assert.equal(chat.status, 'error');
    assert.ok(chat.error.message.length > 0);
    assert.doesNotMatch(chat.error.message, /for the log/);
    assert.ok(chat.lastMessage.parts.every(part => part.state !== 'streaming'));
    const wrong = open(ai, api, { id: 'no good id', ...agent('default') });
    await wrong.sendMessage({ text: 'Hello' });
    assert.equal(JSON.parse(wrong.error.message).field, 'id');
  },

  // Flow: cancel
  async cancel({ ai, api, base }) {
    const id = name();
    const chat = open(ai, api, { id, ...agent('slow') });
    const sent = chat.sendMessage({ text: 'Go on' });
    await until('the first words', () => text(chat).includes('word2'));
    const answer = await fetch(`${base}/v1/ai-sdk/chat/${id}/cancel`, { method: 'POST' });
    assert.equal(answer.status, 202);
    await sent;
    assert.equal(chat.status, 'ready', String(chat.error));
    assert.doesNotMatch(text(chat), /word60/);
    assert.ok(chat.lastMessage.parts.every(part => part.state !== 'streaming'));
  },

  async 'a closed connection does not stop the run'({ ai, api, base }) {
    const id = name();
    const chat = open(ai, api, { id, ...agent('slow') });
    const sent = chat.sendMessage({ text: 'Go on' });
    await until('the first words', () => text(chat).includes('word2'));
    await chat.stop();
    await sent;
    await until('the whole answer', async () => JSON.stringify(await load(base, id)).includes('word60'));
  },

  // Flow: reload during streaming
  async 'reload during streaming'({ ai, api, base }) {
    const id = name();
    const first = open(ai, api, { id, ...agent('slow') });
    const sent = first.sendMessage({ text: 'Go on' });
    await until('the first words', () => text(first).includes('word3'));
    const reloaded = open(ai, api, { id, ...agent('slow'), messages: await load(base, id) });
    await reloaded.resumeStream();
    await sent;
    assert.match(text(first), /word60$/);
    assert.deepEqual(reloaded.messages.map(message => message.id), first.messages.map(message => message.id));
    assert.deepEqual(reloaded.lastMessage.parts, first.lastMessage.parts);
  },

  async 'a reconnect at every chunk'({ ai, api, base }) {
    const id = name();
    const first = open(ai, api, { id, ...agent('slow') });
    const sent = first.sendMessage({ text: 'Go on' });
    await until('the first words', () => text(first).includes('word1'));
    const messages = await load(base, id);
    const places = [...Array(75).keys()];
    const pages = await Promise.all(
      places.map(async chunks => {
        let connection = 0;
        const page = open(ai, api, {
          id,
          ...agent('slow'),
          messages,
          fetch: async (url, init) => {
            const answer = await fetch(url, init);
            return connection++ === 0 ? breaking(answer, chunks) : answer;
          },
        });
        await page.resumeStream();
        const broken = page.status === 'error';
        await page.resumeStream();
        // An answer that is complete by then cannot be resumed; the page loads its messages.
        if (!text(page).endsWith('word60')) page.messages = await load(base, id);
        return { page, broken };
      }),
    );
    await sent;
    assert.match(text(first), /^word1 word2 .* word60$/s);
    assert.ok(pages.filter(({ broken }) => broken).length > 60, 'most connections broke');
    for (const [chunks, { page }] of pages.entries()) {
      assert.deepEqual([page.messages.length, page.lastMessage.id], [2, first.lastMessage.id], `after ${chunks}`);
      assert.equal(text(page), text(first), `after ${chunks}`);
    }
  },

  // Flow: reload while suspended
  async 'reload while the run waits'({ ai, api, base }) {
    const first = await openWaiting(ai, api);
    const reloaded = open(ai, api, { id: first.id, ...agent('careful'), ...approvals(ai), messages: await load(base, first.id) });
    await reloaded.resumeStream();
    assert.deepEqual(states(reloaded), ['approval-requested']);
    assert.deepEqual(approval(reloaded), approval(first));
    await reloaded.addToolApprovalResponse({ id: approval(reloaded).id, approved: true });
    await until('done', () => text(reloaded) === 'Done.' && reloaded.status === 'ready');
    assert.equal(reloaded.messages.length, 2);
  },

  async 'an approval without a stream before it'({ ai, api, base }) {
    const first = await openWaiting(ai, api);
    const page = open(ai, api, { id: first.id, ...agent('careful'), ...approvals(ai), messages: await load(base, first.id) });
    await page.addToolApprovalResponse({ id: approval(page).id, approved: true });
    await until('done', () => text(page) === 'Done.' && page.status === 'ready');
    assert.deepEqual([states(page), page.messages.length], [['output-available'], 2]);
  },

  // Flow: second tab
  async 'second tab'({ ai, api, base }) {
    const first = await openWaiting(ai, api);
    const second = open(ai, api, { id: first.id, ...agent('careful'), ...approvals(ai), messages: await load(base, first.id) });
    await first.addToolApprovalResponse({ id: approval(first).id, approved: true });
    await until('done', () => text(first) === 'Done.' && first.status === 'ready');
    await second.addToolApprovalResponse({ id: approval(second).id, approved: false });
    await until('refused', () => second.status === 'error');
    assert.equal(JSON.parse(second.error.message).code, 'suspension_closed');
    second.messages = await load(base, first.id);
    assert.equal(text(second), 'Done.');
  },

  // Flow: regenerate
  async 'a regenerated answer'({ ai, api, base }) {
    const chat = open(ai, api, { id: name() });
    await chat.sendMessage({ text: 'Hello' });
    const first = chat.lastMessage.id;
    await chat.regenerate();
    assert.equal(chat.status, 'ready', String(chat.error));
    assert.notEqual(chat.lastMessage.id, first);
    assert.equal(text(chat), 'Hello, dear reader.');
    const loaded = await load(base, chat.id);
    assert.deepEqual(loaded.map(message => message.id), chat.messages.map(message => message.id));
  },

  // Flow: edit
  async 'an edited message'({ ai, api, base }) {
    const chat = open(ai, api, { id: name() });
    await chat.sendMessage({ text: 'Hello' });
    await chat.sendMessage({ text: 'And again' });
    for (const edited of ['Good morning', 'Good evening']) {
      await chat.sendMessage({ text: edited, messageId: chat.messages[0].id });
      assert.equal(chat.status, 'ready', String(chat.error));
      assert.equal(chat.messages.length, 2);
      const loaded = await load(base, chat.id);
      assert.deepEqual(loaded.map(message => message.parts.find(part => part.type === 'text').text), [edited, 'Hello, dear reader.']);
      assert.equal(loaded[1].id, chat.lastMessage.id);
    }
  },

  async 'only the last message is sent'({ ai, api }) {
    const sent = [];
    const chat = open(ai, api, {
      id: name(),
      ...approvals(ai),
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => {
        const body = { id, trigger, messageId, agentId: 'careful', messages: messages.slice(-1) };
        sent.push(body.messages.map(message => message.role));
        return { body };
      },
    });
    await chat.sendMessage({ text: 'Six times seven?' });
    await chat.addToolApprovalResponse({ id: approval(chat).id, approved: true });
    await until('done', () => text(chat) === 'Done.' && chat.status === 'ready');
    await chat.sendMessage({ text: 'Once more' });
    assert.deepEqual(sent, [['user'], ['assistant'], ['user']]);
    assert.deepEqual([chat.status, chat.messages.length], ['ready', 4]);
  },

  async 'nothing to resume'({ ai, api }) {
    const chat = open(ai, api, { id: name() });
    await chat.resumeStream();
    assert.deepEqual([chat.status, chat.messages.length], ['ready', 0]);
    await chat.sendMessage({ text: 'Hello' });
    await chat.resumeStream();
    assert.deepEqual([chat.status, chat.messages.length], ['ready', 2]);
  },

  async 'the routes of threads and agents'({ ai, base }) {
    const thread = name();
    const inThread = open(ai, `${base}/v1/ai-sdk/threads/${thread}/runs`, { id: 'whatever' });
    await inThread.sendMessage({ text: 'Hello' });
    await inThread.resumeStream();
    assert.equal((await load(base, thread)).length, 2);
    const ofAgent = open(ai, `${base}/v1/ai-sdk/agents/thinker/runs`, { id: name() });
    await ofAgent.sendMessage({ text: 'Well?' });
    await ofAgent.resumeStream();
    assert.equal(text(ofAgent), 'Here it is.');
    const run = await fetch(`${base}/v1/ai-sdk/runs/${ofAgent.lastMessage.id}/stream`);
    const same = await fetch(`${base}/v1/ai-sdk/streams/${ofAgent.lastMessage.id}`);
    const stream = await run.text();
    assert.equal(stream, await same.text());
    assert.match(stream, /data: \[DONE\]\n\n$/);
    assert.equal(run.headers.get('x-vercel-ai-ui-message-stream'), 'v1');
    // Every fetch accepts compressed responses, but compression would buffer the stream.
    assert.equal(run.headers.get('content-encoding'), null);
  },

  async 'approved by another protocol'({ ai, api, base }) {
    const chat = await openWaiting(ai, api);
    const [, call] = calls(chat)[0].toolCallId.split(/:(.*)/s);
    const decided = await fetch(`${base}/v1/runs/${chat.lastMessage.id}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool_call_id: call, action: 'resume' }),
    });
    assert.equal(decided.status, 202);
    await until('done', async () => {
      chat.messages = await load(base, chat.id);
      return text(chat) === 'Done.';
    });
    assert.deepEqual(states(chat), ['output-available']);
  },

  async 'started here, approved through AG-UI and then the native API'({ ai, api, base }) {
    const chat = await openWaiting(ai, api, name(), 'twice');
    const message = chat.lastMessage.id;
    const post = (path, body) =>
      fetch(`${base}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const interrupts = async () => (await (await fetch(`${base}/v1/ag-ui/threads/${chat.id}/messages`)).json()).interrupts;
    const [first] = await interrupts();
    const resume = [{ interruptId: first.id, status: 'resolved', payload: { approved: true } }];
    const continued = await (await post('/v1/ag-ui/run', { threadId: chat.id, runId: 'other', messages: [], tools: [], context: [], resume })).text();
    assert.match(continued, /TOOL_CALL_RESULT[^]*"outcome":\{"type":"interrupt"/);
    const [second] = await interrupts();
    assert.notEqual(second.id, first.id);
    const decided = await post(`/v1/threads/${chat.id}/decision`, { tool_call_id: second.toolCallId, action: 'resume' });
    assert.equal(decided.status, 202);
    await until('done', async () => {
      chat.messages = await load(base, chat.id);
      return text(chat) === 'Done twice.';
    });
    assert.deepEqual(states(chat), ['output-available', 'output-available']);
    assert.deepEqual([chat.messages.length, chat.lastMessage.id], [2, message]);
  },
};
