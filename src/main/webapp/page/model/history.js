import { ending } from './run-view.js';

/**
 * Converts the stored messages of a thread into conversation entries. Of a run that is read from its events, only the
 * user messages before its first answer are included.
 *
 * @param {object[]} messages oldest first
 * @param {{liveRun?: string, runs?: object[]}} [more] `runs`: run records, for their termination reasons
 * @returns {import('./run-view.js').Entry[]}
 */
export function entriesOf(messages, { liveRun, runs = [] } = {}) {
  const entries = [];
  const answered = new Set();
  const endings = new Map(runs.filter((run) => run.status === 'done').map((run) => [run.run_id, run]));
  let last = null;
  for (const message of messages) {
    const runId = message.metadata?.run_id ?? '';
    if (last !== null && runId !== last) {
      entries.push(...endOf(endings, last));
    }
    last = runId;
    if (message.role !== 'user') {
      answered.add(runId);
    }
    if (runId !== liveRun || !answered.has(runId) || !liveRun) {
      add(entries, message, runId);
    }
  }
  if (last !== null) {
    entries.push(...endOf(endings, last));
  }
  return entries;
}

function add(entries, message, runId) {
  const common = { runId, messageId: message.id };
  if (message.role === 'user') {
    entries.push({ ...common, type: 'user', key: message.id, content: message.content, sender: message.sender });
  } else if (message.role === 'assistant') {
    message.content.forEach((block, at) => {
      const entry = blockEntry(block);
      if (entry) {
        entries.push({ ...common, key: `${message.id}/${at}`, ...entry });
      }
    });
    for (const call of message.tool_calls ?? []) {
      const key = `${message.id}/${call.id}`;
      entries.push({ ...common, type: 'tool', key, callId: call.id, name: call.name, args: call.arguments, state: 'denied' });
    }
  } else if (message.role === 'tool') {
    const tool = entries.findLast((entry) => entry.type === 'tool' && entry.callId === message.tool_call_id);
    if (tool) {
      Object.assign(tool, resultOf(message));
    }
  }
}

function blockEntry(block) {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? null : { type: 'text', text: block.text };
    case 'thinking':
      return block.thinking ? { type: 'reasoning', text: block.thinking } : null;
    default:
      return { type: 'media', block };
  }
}

/** A failed call is stored as an object with an `error` field; nothing else distinguishes it from a result. */
function resultOf(message) {
  const text = message.content.filter((block) => block.type === 'text').map((block) => block.text).join('');
  const value = parsed(text);
  if (typeof value?.error === 'string') {
    const state = value.code === 'cancelled' ? 'denied' : 'failed';
    return { state, result: { status: 'error', message: value.error, code: value.code, data: value.details } };
  }
  return { state: 'done', result: { status: 'success', data: value === undefined ? text : value, content: message.content } };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endOf(endings, runId) {
  const entry = ending(endings.get(runId)?.termination_reason);
  endings.delete(runId);
  return entry ? [{ ...entry, runId, key: `${runId}/end` }] : [];
}
