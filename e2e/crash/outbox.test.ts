// The outbox of notifications: a worker that is killed between taking a message, sending it and
// recording that, loses none; what is sent twice has the same id.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sendDueMessages } from '../../packages/server/src/features/configuration/notifications/index.ts';
import { openReceiver } from '../../packages/server/src/features/configuration/notifications/receiver.fixture.ts';
import {
  callWith,
  campaignOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { testServer } from '../../packages/server/src/testing.ts';
import { makeFolder, startAttune } from '../support/attune.ts';
import type { Boundary } from './boundaries.ts';

const shared = {
  SECRET_KEY: 'a secret that both processes have',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
};
const server = await testServer({ api: true, worker: false }, { env: shared });
const receiver = await openReceiver();
const folder = await makeFolder('outbox');
after(async () => {
  await server.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});
const { ctx, test: site } = server;
const call = callWith(server.url, await site.key(['manage']));

/** Starts a worker that kills itself there; resolves when it is dead. */
async function killWorkerAt(boundary: Boundary): Promise<void> {
  const env = {
    ...{ ...shared, DATABASE_URL: server.databaseUrl, DATA_DIR: folder },
    NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/die-at.ts`)}`,
    CRASH_AT: JSON.stringify(boundary),
  };
  const spawned = Promise.withResolvers<ChildProcess>();
  const started = startAttune('worker', env, { onSpawn: spawned.resolve });
  // It may die before it says that it is ready.
  started.catch(() => undefined);
  const child = await spawned.promise;
  const [, signal] =
    child.signalCode === null ? await once(child, 'exit') : [null, child.signalCode];
  assert.equal(signal, 'SIGKILL');
  // Others take what it held once a minute and a half has passed.
  await ctx.pool.query(`update delivery set held_until = held_until - interval '90 seconds'`);
}

interface Outbox {
  readonly id: string;
  readonly state: string;
}

async function outbox(): Promise<Outbox[]> {
  const { rows } = await ctx.pool.query<Outbox>(
    'select message_id as id, state from delivery order by delivery.id',
  );
  return rows;
}

test('a worker that is killed around sending loses no message, and repeats one by its id', async () => {
  const events = ['campaign.published'];
  const channel = { name: 'Warehouse', type: 'webhook', url: receiver.url, events };
  assert.equal((await call('POST', '/v2/channels', channel)).status, 201);
  for (const selector of ['one', 'two', 'three']) {
    const experiences = [{ name: 'All', variations: [variation('hello')] }];
    const made = await call('POST', '/v2/campaigns', campaignOf({ selector, experiences }));
    await call('POST', `/v2/campaigns/${made.body.id}/publish`);
  }
  const messages = (await outbox()).map(({ id }) => id);
  assert.equal(messages.length, 3);

  await killWorkerAt({ kind: 'message-taken', statement: 'commit', moment: 'answered' });
  assert.equal(receiver.received.length, 0, 'it was taken, and not sent');
  await killWorkerAt({ kind: 'message-sent', statement: 'commit', moment: 'before' });
  assert.equal(receiver.received.length, 1, 'it was sent, and that is not recorded');
  assert.ok((await outbox()).every(({ state }) => state === 'waiting'));

  await sendDueMessages(ctx, new AbortController().signal);
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  assert.deepEqual(ids, [messages[0], ...messages]);
  assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
  assert.ok((await outbox()).every(({ state }) => state === 'sent'));
});
