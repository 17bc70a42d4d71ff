import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcome, tokenIn } from '../../../../src/main/webapp/page/model/answer.js';

test('the token is in the fragment of the link', () => {
  assert.equal(tokenIn('#token=Y2hhdA.c2ln-_'), 'Y2hhdA.c2ln-_');
  assert.equal(tokenIn('#thread=t'), '');
  assert.equal(tokenIn(''), '');
});

for (const [question, text] of [
  [{ status: 'decided', decision: { action: 'resume', decided_by: 'ann' } }, 'Approved by ann'],
  [{ status: 'consumed', decision: { action: 'cancel', decided_by: 'ann', reason: 'not today' } }, 'Denied by ann: not today'],
  [{ status: 'decided', decision: { action: 'cancel', decided_by: 'expiry', reason: 'no decision was made in time' } }, 'Denied by expiry: no decision was made in time'],
  [{ status: 'cancelled' }, 'This needs no decision any more: the run has ended, or it asks again.'],
]) {
  test(`a closed question says: ${text}`, () => assert.equal(outcome(question), text));
}
