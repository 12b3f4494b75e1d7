// Days as blocks: their stored form is what a whole new reading of the log gives.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeEvent, type InteractionBlock, interactionKinds, noGroup } from '@attune/core';
import { sql } from 'kysely';
import { runErasures } from '../../operations/personal-data/index.ts';
import {
  addToCart,
  external,
  login,
  noon,
  purchase,
  refund,
  shopServer,
  view,
} from '../collect/shop.fixture.ts';
import { dayTextOf, readBlocks, readOwners, refreshDays } from './index.ts';
import { rowsOf } from './interactions.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const on = { kysely: ctx.db, pool: ctx.pool };
const dayMs = 86_400_000;
const from = dayTextOf(noon - 20 * dayMs);
const skus = ['tent', 'stove', 'lamp', '\u{1f3d5} mug'];

/** Numbers from 0 to `below`, the same for a seed (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The rows of a block as texts; groups by their members, as their numbers mean nothing. */
function said({ day, users, skus, user, sku, group, kind }: InteractionBlock): string[] {
  const rows = Array.from(user, (place, row) => ({
    group: group[row]!,
    text: `${day} ${users[place]} ${skus.at(sku[row]!)} ${interactionKinds[kind[row]!]}`,
  }));
  const groups = Map.groupBy(rows, (one) => one.group);
  return rows
    .map((one) => {
      const members = one.group === noGroup ? [] : groups.get(one.group)!.map(({ text }) => text);
      return `${one.text} with ${members.sort().join(', ')}`;
    })
    .sort();
}

async function kept(siteId: number): Promise<string[]> {
  const days = await refreshDays(on, siteId, { from, atOnce: 1_000 });
  const owners = await readOwners(ctx.db, siteId);
  const texts = days.map(({ day }) => day);
  const blocks = await Array.fromAsync(readBlocks(ctx.db, siteId, texts, owners, 20));
  return blocks.flatMap(said).sort();
}

/** The same, whatever was stored. */
async function anew(siteId: number): Promise<string[]> {
  await sql`delete from event_day_block where site_id = ${siteId}`.execute(ctx.db);
  return kept(siteId);
}

/** What the log has, without any block, as users, skus and kinds. */
async function logged(siteId: number): Promise<string[]> {
  const { rows } = await sql<{ owner: string; data: string }>`
    select coalesce(owner_id, event.user_id) as owner, data from event
    left join device on device.site_id = event.site_id and device.user_id = event.user_id
    where event.site_id = ${siteId}`.execute(ctx.db);
  return rows
    .flatMap(({ owner, data }) => rowsOf(BigInt(owner), decodeEvent(JSON.parse(data)).event))
    .map(({ user, sku, kind, time }) => `${Math.floor(time / dayMs)} ${user} ${sku} ${kind}`)
    .sort();
}

test('days kept up step by step equal days read again, whatever came late, went, or changed hands', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`# seed ${seed}`);
  const next = numbers(seed);
  const { siteId, tell, client } = await shop('steps');
  const people = ['ann', 'bob', 'cat'];
  const isErased = new Set<string>();
  let id = 0;
  const someEvent = () => {
    const options = { eventId: `e${id++}`, timestamp: noon - next(4) * dayMs };
    const some = skus.filter(() => next(2) === 0);
    const make = [
      () => view(skus[next(skus.length)]!, options),
      () => addToCart(skus[next(skus.length)]!, options),
      () => purchase(`t${id}`, some, options),
      () => refund(`t${next(id + 1)}`, undefined, options),
    ];
    return make[next(make.length)]!();
  };
  for (let step = 0; step < 10; step += 1) {
    for (let event = 0; event < 12; event += 1) {
      const device = { svcid: String(7_001 + next(5)) };
      if (next(6) === 0) await tell(device, login([people[next(3)]!]));
      else await tell(next(3) === 0 ? external(people[next(3)]!) : device, someEvent());
    }
    await workOff(2);
    if (step % 4 === 3) {
      const name = people[next(3)]!;
      isErased.add(name);
      await client.eraseUser(external(name));
      assert.equal(await runErasures(ctx), 1);
    }
    const texts = await kept(siteId);
    const plain = texts.map((text) => text.slice(0, text.indexOf(' with'))).sort();
    assert.deepEqual(plain, await logged(siteId), `step ${step}`);
    assert.deepEqual(await anew(siteId), texts, `step ${step}`);
  }
  assert.ok(isErased.size > 0);
});

test('a day is read again when something of it changed, and no other day is', async () => {
  const { siteId, tell } = await shop('changes');
  const read: string[] = [];
  const refresh = () =>
    refreshDays(on, siteId, {
      ...{ from, atOnce: 1_000 },
      onProgress: (words) => read.push(words),
    });
  await refresh();
  read.length = 0;
  await tell(external('one'), view('tent'), view('lamp', { timestamp: noon - 3 * dayMs }));
  await workOff();
  await refresh();
  const days = [noon - 3 * dayMs, noon].map((time) => `reading day ${dayTextOf(time)}`);
  assert.deepEqual([...new Set(read)], days);
  read.length = 0;
  await tell(external('one'), login(['one']));
  await workOff();
  await refresh();
  assert.deepEqual(read, [], 'a sign-in is no interaction with items');
});

test('nothing of an erased person is written, though their day was being read meanwhile', async () => {
  const { siteId, tell, client } = await shop('raced');
  await tell({ svcid: '9009' }, login(['fay']), view('tent', { eventId: 'first' }));
  await tell({ svcid: '9010' }, view('stove', { eventId: 'second' }));
  await workOff();
  let isErased = false;
  let erasing: Promise<unknown> | undefined;
  const db = ctx.db;
  await refreshDays(on, siteId, {
    ...{ from, atOnce: 1_000 },
    onProgress: () => {
      if (isErased) return;
      isErased = true;
      erasing = client.eraseUser(external('fay')).then(() => runErasures(ctx));
    },
  });
  await erasing;
  const { rows } = await sql<{ text: string }>`
    select encode(bytes, 'escape') as text from event_day_block where site_id = ${siteId}
  `.execute(db);
  assert.ok(rows.every(({ text }) => !text.includes('tent')));
  const texts = await kept(siteId);
  assert.ok(texts.length === 1 && texts[0]?.includes('stove'), texts.join('\n'));
});

test('a large day is several blocks, each of whole users', async () => {
  const { siteId, tell } = await shop('large');
  for (let user = 0; user < 8; user += 1) {
    await tell({ svcid: String(8_100 + user) }, view('tent'), view('lamp'));
  }
  await workOff();
  const days = await refreshDays(on, siteId, { from, atOnce: 5 });
  const texts = days.map(({ day }) => day);
  const owners = await readOwners(ctx.db, siteId);
  const blocks = await Array.fromAsync(readBlocks(ctx.db, siteId, texts, owners, 20));
  const ofDay = blocks.filter(({ day }) => day === Math.floor(noon / dayMs));
  assert.ok(ofDay.length > 2);
  const users = ofDay.flatMap((block) => [...block.users]);
  assert.deepEqual(users.length, new Set(users).size);
  assert.equal(ofDay.flatMap(said).length, 16);
});
