// First exposures: the same rows in any order, repeated, in pieces, at once, and rebuilt.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Event } from '@attune/core';
import { linesOf } from '../collect/entry.ts';
import { postgresInbox } from '../collect/inbox/inbox.ts';
import { rebuildProfiles } from '../collect/index.ts';
import { shopServer } from '../collect/shop.fixture.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const inbox = postgresInbox(ctx.db);
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;

/** Numbers from 0 to `below`, the same for a seed (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Exposed {
  readonly user: string;
  readonly event: Extract<Event, { kind: 'exposure' }>;
}

function exposuresOf(next: (below: number) => number): Exposed[] {
  return Array.from({ length: 150 }, (_, at) => ({
    user: String(11 + next(6)),
    event: {
      ...{ id: `e${at}`, time: noon + next(4) * 1_000, name: 'exposure', session: '' },
      ...{ kind: 'exposure', campaignId: 1 + next(2), experienceId: 2, variationId: 3 + next(2) },
      ...{ revision: 1, propensity: 0.5, allocationVersion: 1 + next(3), isKept: false },
    },
  }));
}

async function rows(siteId: number): Promise<string[]> {
  const found = await ctx.pool.query(
    `select campaign_id, user_id, variation_id, event_id from exposure
     where site_id = $1 order by 1, 2, 3`,
    [siteId],
  );
  return found.rows.map((row) => Object.values(row).join(' '));
}

/** By hand: the least of time and id for each key. */
function firstsOf(exposures: readonly Exposed[]): string[] {
  const firsts = new Map<string, Exposed['event']>();
  for (const { user, event } of exposures) {
    const key = `${event.campaignId} ${user} ${event.variationId}`;
    const known = firsts.get(key);
    const isFirst =
      !known || event.time < known.time || (event.time === known.time && event.id < known.id);
    if (isFirst) firsts.set(key, event);
  }
  return [...firsts].map(([key, { id }]) => `${key} ${id}`).sort();
}

test('whatever the order and the pieces, rows are the first exposures; a rebuild gives them again', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`# seed ${seed}`);
  const next = numbers(seed);
  const exposures = exposuresOf(next);
  const expected = firstsOf(exposures);
  for (const name of ['forward', 'shuffled']) {
    const { siteId } = await shop(name);
    const order =
      name === 'forward' ? exposures : [...exposures, ...exposures].sort(() => next(3) - 1);
    for (let from = 0; from < order.length; ) {
      const size = 1 + next(80);
      const entries = order.slice(from, from + size).map(({ user, event }) => {
        return { siteId, device: user, identifiers: [], event };
      });
      await inbox.accept(linesOf(entries, Buffer.from('')));
      await workOff(2);
      from += size;
    }
    assert.deepEqual(await rows(siteId), expected, name);
    await ctx.pool.query(
      `update exposure set event_id = 'wrong' where site_id = $1 and user_id < 14`,
      [siteId],
    );
    await rebuildProfiles(ctx, siteId, ['11', '12', '13', '14', '15', '16']);
    assert.deepEqual(await rows(siteId), expected, `${name}, rebuilt`);
  }
});
