// The first use of a flag is its exposure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttuneError, type Engagement, type Failed } from './index.ts';
import { creditFirstUse } from './openfeature.ts';

function recording(answer: () => Promise<Failed>) {
  const sent: { user?: object | undefined; engagements: readonly Engagement[] }[] = [];
  const hook = creditFirstUse({
    engagement: (request) => {
      sent.push(request);
      return answer();
    },
  });
  return { hook, sent };
}
const problem = { status: 503, title: '', detail: '', code: 'overloaded', traceId: '' };

test('each decision is reported once, with who it is for', () => {
  const { hook, sent } = recording(async () => ({}));
  const use = (decisionId?: string) =>
    hook.after(
      { context: { targetingKey: '7' } },
      { flagMetadata: decisionId ? { decisionId } : {} },
    );
  use('a');
  use('a');
  use('b');
  use();
  hook.after({}, {});
  assert.deepEqual(sent, [
    { user: { id: '7' }, engagements: [{ type: 'IMP', decisionId: 'a' }] },
    { user: { id: '7' }, engagements: [{ type: 'IMP', decisionId: 'b' }] },
  ]);
});

test('one that could not be reported is at the next use, and never fails an evaluation', async () => {
  for (const answer of [
    async () => ({ error: new AttuneError(problem) }),
    () => Promise.reject(new AttuneError(problem)),
  ]) {
    const { hook, sent } = recording(answer);
    hook.after({}, { flagMetadata: { decisionId: 'a' } });
    await new Promise(setImmediate);
    hook.after({}, { flagMetadata: { decisionId: 'a' } });
    assert.equal(sent.length, 2);
  }
});
