// Tests of a database that goes away, or falls silent: what goes on, what waits, what resumes.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { runningMs } from '../../../running-time.fixture.ts';
import { eventually } from '../../../testing.ts';
import { type Answered, campaignOf } from '../../experiences/campaigns/campaigns.fixture.ts';
import { outageServer } from './outage.fixture.ts';

const server = await outageServer();
after(server.close);
const { call, silence, resume, kill, revive } = server;

const choose = (user: object = { id: '7' }) =>
  call('POST', '/v2/serve/user/choose', { user, selector: { names: ['home'] } });
const warningsOf = ({ body }: Answered): string[] =>
  (body.warnings ?? []).map(({ code }: { code: string }) => code);
const known = { cuid: 'a', cuidType: 'external' };
const person = new URLSearchParams(known);
const collect = (name = 'Visit') =>
  call('POST', '/v2/collect/user/event', {
    user: { cuid: name, cuidType: 'external' },
    events: [
      {
        name,
        properties: {
          svcType: 'inform-affinity-v1',
          data: [{ attribute: 'p', values: ['a'] }],
        },
      },
    ],
  });

const readProfile = () => call('GET', `/v2/userprofile?${person}&affinity=true`);

/** Whatever needs the database, one request each. */
const needing: Record<string, () => Promise<Answered>> = {
  collect,
  engagement: async () => {
    const { body } = await choose();
    const engagements = [{ type: 'CLICK', decisionId: body.choices[0].decisionId }];
    return call('POST', '/v2/collect/user/engagement', { engagements });
  },
  // The worker may do it during the next test, which expects the user `known` in memory.
  erasure: () => call('DELETE', '/v2/userprofile?cuid=gone&cuidType=external'),
  campaign: () => call('POST', '/v2/campaigns', campaignOf({ selector: 'new' })),
  campaigns: () => call('GET', '/v2/campaigns'),
  feed: () => call('POST', '/v2/feeds', { name: 'Shop', affinity: ['p'] }),
};

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, ms: number]> {
  const since = runningMs();
  return [await work(), runningMs() - since];
}

async function assertGoesOn(): Promise<void> {
  const [{ status, body }, ms] = await timed(() => choose());
  assert.equal(status, 200);
  assert.equal(body.choices[0].variations[0].payload.data, 'hello');
  assert.ok(ms < 1000, `choose took ${ms} ms`);
  const [self, selfMs] = await timed(() => call('GET', '/v2/keys/self'));
  assert.equal(self.status, 200);
  assert.ok(selfMs < 1000, `keys/self took ${selfMs} ms`);
}

async function assertRefuses(): Promise<void> {
  const attempts = Object.entries(needing).map(async ([name, request]) => {
    const [{ status, body, headers }, ms] = await timed(request);
    assert.deepEqual([status, body?.code], [503, 'not_ready'], name);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, name);
    assert.ok(ms < 5000, `${name} took ${ms} ms`);
  });
  await Promise.all([...attempts, assertGoesOn()]);
  // What is in memory may be up to 2 s old.
  const refused = await eventually(async () => {
    const answer = await readProfile();
    return answer.status !== 200 && answer;
  }, 5_000);
  assert.deepEqual([refused.status, refused.body?.code], [503, 'not_ready']);
  const codes = warningsOf(await choose(known));
  assert.ok(codes.includes('profile_stale'), String(codes));
}

/** All is as before within 5 s: writes, folding, changes of experiences, and no warning. */
async function assertResumes(name: string): Promise<void> {
  const since = runningMs();
  await eventually(async () => (await collect(name)).status === 204);
  await eventually(async () => {
    const answer = await call(
      'GET',
      `/v2/userprofile?cuid=${name}&cuidType=external&affinity=true`,
    );
    return answer.text === '{"affinity":{"p":{"a":1}}}';
  });
  await eventually(async () => (await choose()).body.warnings === undefined);
  await publish(name);
  assert.ok(runningMs() - since < 5000, `${runningMs() - since} ms`);
  for (const [what, request] of Object.entries(needing)) {
    if (what !== 'campaign') assert.ok((await request()).status < 300, what);
  }
}

async function publish(selector: string): Promise<void> {
  const { body } = await call('POST', '/v2/campaigns', campaignOf({ selector }));
  await call('POST', `/v2/campaigns/${body.id}/publish`);
  const answer = await call('POST', '/v2/serve/user/choose', { selector: { names: [selector] } });
  assert.equal(answer.body.choices.length, 1);
}

await publish('home');

/** So that the user is in memory when the database goes. */
beforeEach(readProfile);

test('a database that is killed is missed by writes alone, and comes back by itself', async () => {
  await kill();
  await assertGoesOn();
  await assertRefuses();
  const ready = await eventually(async () => {
    const text = await (await fetch(`${server.url}/readyz`)).text();
    return text.includes('away') && text;
  });
  assert.equal(
    ready,
    '{"status":"degraded","database":"away","reasons":["The database is out of reach."]}',
  );
  assert.deepEqual(warningsOf(await choose()).sort(), [
    'profile_unavailable',
    'recording_unavailable',
  ]);
  await revive();
  await assertResumes('killed');
});

test('a database that falls silent holds nothing up, and resumes when it answers again', async () => {
  await silence();
  try {
    await assertGoesOn();
    await assertRefuses();
    const [, ms] = await timed(async () => {
      for (let page = 0; page < 20; page += 1) {
        assert.ok(warningsOf(await choose(known)).includes('profile_stale'));
      }
    });
    // One page in 2 s has to find out again, and waits for a quarter of a second.
    assert.ok(ms < 2500, `20 pages took ${ms} ms`);
    const unknown = `svc_s_${'0'.repeat(36)}`;
    assert.equal(
      (await call('GET', '/v2/keys/self', undefined, { 'svc-api-key': unknown })).status,
      401,
    );
  } finally {
    resume();
  }
  await assertResumes('silent');
});
