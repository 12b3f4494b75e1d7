// What is typed and pasted becomes a question, or an error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutRequest, aboutUser, byId, faultOfUser, questionOf } from './question.ts';

test('an address asks for a decision or a user id', () => {
  const ask = (search: string) => questionOf(new URLSearchParams(search));
  assert.deepEqual(ask('decision=d1'), { kind: 'decision', decisionId: 'd1' });
  assert.deepEqual(ask('user=12'), { kind: 'now', body: { user: { id: '12' } } });
  assert.equal(ask(''), undefined);
});

test('a user is looked up by name or id, about some selectors or all', () => {
  assert.deepEqual(aboutUser(byId, '12', []), { kind: 'now', body: { user: { id: '12' } } });
  assert.deepEqual(aboutUser('external', 'ann', ['home']), {
    kind: 'now',
    body: { user: { cuid: 'ann', cuidType: 'external' }, selector: { names: ['home'] } },
  });
  assert.match(faultOfUser(byId, 'ann') ?? '', /whole number/);
  assert.match(faultOfUser('external', '') ?? '', /cuid/);
  assert.equal(faultOfUser(byId, '-12'), undefined);
});

test('a pasted request is taken as it is, and what is none says so', () => {
  const request = { selector: { names: ['home'] } };
  assert.deepEqual(aboutRequest(JSON.stringify(request)), { kind: 'now', body: { request } });
  assert.match(String(aboutRequest('curl …')), /not JSON/);
  assert.match(String(aboutRequest('[1]')), /object/);
});
