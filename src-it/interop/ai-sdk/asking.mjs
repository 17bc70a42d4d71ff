// Chats with the agents of the flows, and helpers for their approvals.
import assert from 'node:assert/strict';
import { calls, open } from './chat.mjs';

let count = 0;
export const name = () => `chat-${process.pid}-${++count}`;
export const agent = id => ({ body: { agentId: id } });
export const approvals = ai => ({ sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithApprovalResponses });
export const states = chat => calls(chat).map(call => call.state);

/** Opens a chat whose agent waits for the approval of a call. */
export async function openWaiting(ai, api, id = name(), agentId = 'careful') {
  const chat = open(ai, api, { id, ...agent(agentId), ...approvals(ai) });
  await chat.sendMessage({ text: 'Six times seven?' });
  assert.equal(chat.status, 'ready', String(chat.error));
  assert.deepEqual(states(chat), ['approval-requested']);
  return chat;
}

/** The approval request that a chat shows. */
export const approval = chat => calls(chat).find(call => call.state === 'approval-requested').approval;
