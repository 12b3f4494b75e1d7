// A site with scheduled publications and a receiver that is told of them, and what became of them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  openReceiver,
  type Received,
} from '../../../packages/server/src/features/configuration/notifications/receiver.fixture.ts';
import {
  callWith,
  campaignOf,
  variation,
} from '../../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { testServer } from '../../../packages/server/src/testing.ts';
import { atEnd } from '../../support/cleanup.ts';
import { listed } from '../load/part.ts';

export type SchedulingShop = Awaited<ReturnType<typeof openSchedulingShop>>;

interface Fate {
  readonly id: number;
  readonly scheduled: number;
  readonly published: number;
  readonly audited: number;
  /** Messages, by their ids. */
  readonly told: number;
}

/** What became of each campaign that was scheduled, as of one moment. */
const fates = `
  select campaign.id::double precision as id,
    (select count(*)::int from scheduled_publication as one
      where one.site_id = $1 and one.campaign_id = campaign.id) as scheduled,
    (select count(*)::int from publication as one
      where one.site_id = $1 and one.campaign_id = campaign.id) as published,
    (select count(*)::int from audit as one
      where one.site_id = $1 and one.action = 'campaign.publish'
        and one.subject_id = campaign.id::text and details ->> 'scheduledFor' is not null) as audited,
    (select count(distinct message_id)::int from delivery as one
      where one.site_id = $1
        and (message::jsonb -> 'data' ->> 'campaignId')::bigint = campaign.id) as told
  from unnest($2::bigint[]) as campaign (id)`;

/** An API node with a site; workers that are started with `env` work for it. */
export async function openSchedulingShop() {
  const shared = {
    SECRET_KEY: 'a secret that the API and its workers share',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  const server = await testServer({ api: true, worker: false }, { env: shared });
  atEnd(server.close);
  const receiver = await openReceiver();
  atEnd(receiver.close);
  const { test: site } = server;
  const { pool } = server.ctx;
  const call = callWith(server.url, await site.key(['manage']));
  const events = ['campaign.published'];
  const channel = { name: 'Team', type: 'webhook', url: receiver.url, events };
  assert.equal((await call('POST', '/v2/channels', channel)).status, 201);
  const ids: number[] = [];

  const look = async (): Promise<Fate[]> => (await pool.query<Fate>(fates, [site.id, ids])).rows;

  return {
    env: { ...shared, DATABASE_URL: server.databaseUrl },

    /**
     * Schedules new campaigns, all for the same moment; resolves to it, in ms. Those for which a
     * busy machine is too late are not scheduled.
     */
    async schedule(count: number, inMs: number): Promise<number> {
      const made = await makeDrafts(call, count);
      const due = Date.now() + inMs;
      const at = new Date(due).toISOString();
      const put = async (id: number) => {
        const path = `/v2/campaigns/${id}/scheduled-publication`;
        const { status, text } = await call('PUT', path, { at });
        assert.ok(status === 200 || (status === 422 && text.includes('has passed')), text);
        if (status === 200) ids.push(id);
      };
      await Promise.all(made.map(put));
      return due;
    },

    halves: async () => halvesOf(await look()),

    /** Others take what a dead worker held after a minute and a half: as if that had passed. */
    async releaseHeld(): Promise<void> {
      await pool.query(`update delivery set held_until = held_until - interval '90 seconds'`);
    },

    /** Is all published, and every message sent? */
    async isSettled(): Promise<boolean> {
      const { rows } = await pool.query<{ left: number }>(
        `select (select count(*) from scheduled_publication)::int
           + (select count(*) from delivery where state <> 'sent')::int as left`,
      );
      return rows[0]!.left === 0;
    },

    untold: () => untoldOf(ids, receiver.received),

    counts: async () => ({
      publications: (await look()).filter(({ published }) => published === 1).length,
      attempts: receiver.received.length,
    }),
  };
}

async function makeDrafts(call: ReturnType<typeof callWith>, count: number): Promise<number[]> {
  const made: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const selector = `campaign-${randomUUID()}`;
    const experiences = [{ name: 'All', variations: [variation('hello')] }];
    const draft = campaignOf({ selector, experiences });
    const { status, body, text } = await call('POST', '/v2/campaigns', draft);
    assert.equal(status, 201, text);
    made.push(body.id);
  }
  return made;
}

/** Campaigns that are published in part, or more than once. */
function halvesOf(all: readonly Fate[]): string[] {
  const odd = all.filter(({ scheduled, published, audited, told }) => {
    const done = scheduled === 0 ? 1 : 0;
    return scheduled > 1 || published !== done || audited !== done || told !== done;
  });
  const shown = odd.map((one) => JSON.stringify(one));
  return listed('publications that are not whole, or not once', shown);
}

/** Campaigns whose publication was not received, or under several ids. */
function untoldOf(ids: readonly number[], all: readonly Received[]): string[] {
  const received = Map.groupBy(all, ({ body }) => JSON.parse(body).data.campaignId as number);
  const odd = ids.filter((id) => {
    const messages = (received.get(id) ?? []).map(({ headers }) => headers['webhook-id']);
    return new Set(messages).size !== 1;
  });
  return listed('publications that were not told by one id', odd.map(String));
}
