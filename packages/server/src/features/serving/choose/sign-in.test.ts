// Signing in changes nothing of what a visitor sees, whichever node answers and wherever the worker
// is by then.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually } from '../../../testing.ts';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const first = await experienceServer({ api: true, worker: false });
const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
const { databaseUrl, folded, publish, manage, recorded } = first;
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' };
const start = (roles: { api: boolean; worker: boolean }) =>
  startNode({ ...readConfig(env), gatherMs: 0 }, createLog('silent'), roles);
const second = await start({ api: true, worker: false });
const key = await first.test.key(['serve', 'collect']);
const nodes = [callWith(first.url, key), callWith(second.url ?? '', key)] as const;
after(async () => {
  await fold();
  await second.stop();
  await first.close();
  await rm(dataDir, { recursive: true });
});

/** A worker comes, does all that waits, and goes. */
async function fold(): Promise<void> {
  const worker = await start({ api: false, worker: true });
  await recorded();
  await second.catchUp();
  await folded();
  await second.catchUp();
  await worker.stop();
}

const experiences = [{ name: 'All', variations: ['a', 'b'].map((data) => variation(data)) }];
const names = ['drawn', 'held'] as const;
const held = await manage('POST', '/v2/holdouts', { name: 'Half', share: 0.5 });
assert.equal(held.status, 201, held.text);
await publish({ selector: 'drawn', experiences, ignoresHoldouts: true });
await publish({ selector: 'held', experiences });

/** What a visitor is shown by each campaign. */
async function shown(node: 0 | 1, user: object): Promise<string> {
  const request = { user: { active_consent_accepted: true, ...user }, selector: { names } };
  const { status, text, body } = await nodes[node]('POST', '/v2/serve/user/choose', request);
  assert.equal(status, 200, text);
  return JSON.stringify(
    names.map((name) => {
      const { variations } = body.choices.find((one: { name: string }) => one.name === name);
      return variations[0]?.payload.data ?? 'held out';
    }),
  );
}

async function logIn(node: 0 | 1, svcid: string, cuid: string): Promise<void> {
  const properties = { svcType: 'login-v1', cuid, cuidType: 'external' };
  const events = [{ name: 'Login', properties }];
  const answer = await nodes[node]('POST', '/v2/collect/user/event', { user: { svcid }, events });
  assert.ok(answer.status < 300, answer.text);
}

await eventually(async () => {
  const { body } = await nodes[1]('POST', '/v2/serve/user/choose', { selector: { names } });
  return body.choices.length === names.length;
});

type Step = readonly ['look' | 'look as a person' | 'log in' | 'fold', 0 | 1];
const step = fc.tuple(
  fc.constantFrom('look', 'look as a person', 'look as a person', 'log in', 'fold'),
  fc.constantFrom(0, 1),
) as fc.Arbitrary<Step>;

let visitors = 1_000;

test('a visitor sees the same before and after they sign in, at each node and whenever it is folded', async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 8 });
  const property = fc.asyncProperty(steps, async (journey) => {
    const people = Array.from({ length: 20 }, () => String(++visitors));
    const before = new Map<string, string>();
    for (const id of people) before.set(id, await shown(0, { svcid: id }));
    for (const [kind, node] of journey) {
      if (kind === 'fold') await fold();
      else await Promise.all(people.map((id) => go(id, kind, node, before.get(id)!)));
    }
  });
  await fc.assert(property, { numRuns: 10 });
});

async function go(id: string, kind: Exclude<Step[0], 'fold'>, node: 0 | 1, before: string) {
  const user = { svcid: id };
  const cuid = `person ${id}`;
  if (kind === 'log in') await logIn(node, id, cuid);
  else if (kind === 'look') assert.equal(await shown(node, user), before, id);
  else assert.equal(await shown(node, { ...user, cuid, cuidType: 'external' }), before, id);
}

test('a person is drawn alike on a second device, and one who was known before as themselves', async () => {
  const people = Array.from({ length: 20 }, () => String(++visitors));
  const person = (id: string) => ({ cuid: `person ${id}`, cuidType: 'external' });
  const before = await Promise.all(people.map((id) => shown(0, { svcid: id, ...person(id) })));
  await fold();
  const elsewhere = (id: string) => shown(1, { svcid: `8${id}`, ...person(id) });
  assert.deepEqual(await Promise.all(people.map(elsewhere)), before);

  const known = Array.from({ length: 20 }, () => String(++visitors));
  const alone = await Promise.all(known.map((id) => shown(0, person(id))));
  await fold();
  assert.deepEqual(await Promise.all(known.map(elsewhere)), alone);
});
