// Exports as a warehouse reads them: whole days, exact, again only what changed, of one site alone.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  bought,
  newDevice,
  person,
  plantingServer,
  refunded,
} from '../../insights/reports/planted.fixture.ts';
import { isErasureDone, requestErasure, runErasures } from '../personal-data/index.ts';
import { filesOf } from './duckdb.fixture.ts';
import type { ExportFormat } from './index.ts';
import { dayOf, warehouseOf } from './warehouse.fixture.ts';

const server = await plantingServer();
const { newFolder, exportTo, ask } = await warehouseOf(server);
const { ctx, daysAgo, tell, folded } = server;

const formats = ['parquet', 'ndjson'] as const;

async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map(({ name }) => name);
}

const ann = person('ann');

test('each day is a file in which every event stands as it was sent, in both formats', async () => {
  await tell(ann, 3, bought(19.9, { currency: 'CHF', uniqueTransactionId: 'exact-1' }));
  await tell(ann, 2, bought(0.1), bought(1e12));
  await tell(person('bob'), 2, { svcType: 'keyword-search-v1', keywords: 'tent "4"\n' });
  await folded();
  const folder = await newFolder();
  for (const format of formats) {
    const { files, rows } = await exportTo(folder, 'events', { format });
    assert.deepEqual([files, rows], [2, 4]);
    const found = await ask(`
      select day::varchar as day, kind, value, currency, transaction_id is not null as has_order,
        user_id::varchar as user_id, is_identified, strftime(time::timestamptz, '%Y-%m-%d') as on,
        facts::json ->> 'keywords' as keywords
      from ${filesOf(folder, 'events', format)} order by 1, kind, value`);
    const logged = await ctx.pool.query(
      `select user_id from event where site_id = $1 and kind = 'purchase' limit 1`,
      [server.test.id],
    );
    const user_id = logged.rows[0].user_id;
    const row = (back: number, value: string, currency: string | null) => ({
      ...{ day: dayOf(back), kind: 'purchase', value, currency, has_order: true, user_id },
      ...{ is_identified: true, on: dayOf(back), keywords: null },
    });
    const [first, ...others] = found;
    assert.deepEqual(first, row(3, '19.9', 'CHF'));
    const purchases = others.filter(({ kind }) => kind === 'purchase');
    assert.deepEqual(purchases, [row(2, '0.1', null), row(2, '1000000000000', null)]);
    assert.equal(others.find(({ kind }) => kind === 'keyword-search')?.['keywords'], 'tent "4"\n');
  }
});

test('a second export writes the days that changed since, and none of an erased person', async () => {
  const folder = await newFolder();
  await exportTo(folder, 'events');
  assert.deepEqual(await exportTo(folder, 'events'), {
    ...{ kind: 'events', format: 'parquet', files: 0, rows: 0, bytes: 0, unchanged: 2, removed: 0 },
  });
  await tell(person('bob'), 3, bought(7));
  await folded();
  const late = await exportTo(folder, 'events');
  assert.deepEqual([late.files, late.rows, late.unchanged], [1, 2, 1]);

  const siteId = server.test.id;
  const erasure = await requestErasure(ctx, siteId, { type: 'external', value: 'bob' }, 'test');
  await eventually(async () => {
    await runErasures(ctx);
    return (await isErasureDone(ctx, siteId, erasure)) === true;
  });
  assert.equal((await exportTo(folder, 'events')).files, 2);
  const [left] = await ask(`
    select count(*) filter (where kind = 'keyword-search')::int as searches,
      count(*) filter (where value = '7')::int as anonymous, count(distinct user_id)::int as users
    from ${filesOf(folder, 'events', 'parquet')}`);
  // What reports count stays, under an id that leads to no person.
  assert.deepEqual(left, { searches: 0, anonymous: 1, users: 2 });
});

test('an export that is cut off leaves no part of a file, and goes on where it was', async () => {
  const folder = await newFolder();
  const stopping = new AbortController();
  const cut = exportTo(folder, 'events', {
    signal: stopping.signal,
    onProgress: (progress) => progress.folder === `day=${dayOf(2)}` && stopping.abort(),
  });
  await assert.rejects(cut, { name: 'AbortError' });
  assert.deepEqual(await namesIn(folder), ['_manifest.parquet.json', 'part-0.parquet']);
  const { files, unchanged } = await exportTo(folder, 'events');
  assert.deepEqual([files, unchanged], [1, 1]);
  const [manifest] = ['events/_manifest.parquet.json'].map((name) => join(folder, name));
  const { parts } = JSON.parse(await readFile(manifest!, 'utf8'));
  assert.deepEqual(Object.keys(parts), [`day=${dayOf(3)}`, `day=${dayOf(2)}`]);
});

test('a folder holds the export of one site, and nothing of another', async () => {
  const other = await server.site('other', { vertical: 'Other' });
  const folder = await newFolder();
  assert.equal((await exportTo(folder, 'events', { site: other })).rows, 0);
  await assert.rejects(exportTo(folder, 'events'), {
    code: 'conflict',
    message: /"other" \(\d+\)/,
  });
});

test('a decision stands with what it read, and an exposure with what it counts for', async () => {
  await daysAgo(4, async () => {
    await server.publish({
      selector: 'hero',
      experiences: [
        {
          name: 'Phones',
          targeting: { 'device.type': 'mobile' },
          variations: [variation(null, 1, 'A'), variation('new', 1, 'B')],
        },
      ],
    });
    for (const [id, type] of [['501', 'mobile']] as const) {
      const request = {
        user: { id },
        selector: { names: ['hero'] },
        context: { device: { type } },
      };
      await server.client.choose(request as never);
    }
  });
  await folded();
  const folder = await newFolder();
  for (const format of formats) {
    for (const kind of ['exposures', 'decisions'] as const)
      await exportTo(folder, kind, { format });
    const decided = await ask(`
      select user_id::varchar as user_id, reason, variation_id is not null as has_variation,
        values::json ->> '$."device.type"' as device
      from ${filesOf(folder, 'decisions', format)} order by 1`);
    assert.deepEqual(
      decided.map(({ user_id }) => user_id),
      ['501'],
    );
    assert.deepEqual(
      decided.map(({ device }) => device),
      ['mobile'],
    );
    assert.deepEqual(
      decided.map(({ has_variation }) => has_variation),
      [true],
    );
    const [exposed, ...more] = await ask(`
      select user_id::varchar as user_id, device, propensity, is_kept
      from ${filesOf(folder, 'exposures', format)}`);
    assert.deepEqual(more, []);
    assert.deepEqual(exposed, {
      user_id: '501',
      device: 'mobile',
      propensity: 0.5,
      is_kept: false,
    });
  }
});

const { currency } = server.test.snapshot().site.settings;
const weighed = [variation(null, 1, 'A'), variation('new', 1, 'B')];

/** As analysts write it: the first exposure of each person, and what they bought from then on. */
const reportOf = (folder: string, format: ExportFormat, campaignId: number) => `
  with person as (select user_id, person_id from ${filesOf(folder, 'profiles', format)}),
  log as (
    select coalesce(person_id, user_id) as person, log.*
    from ${filesOf(folder, 'events', format)} as log left join person using (user_id)
    where not is_internal),
  exposed as (
    select coalesce(person_id, user_id) as person, variation_id, time, event_id
    from ${filesOf(folder, 'exposures', format)} left join person using (user_id)
    where campaign_id = ${campaignId} and holdout_id is null and not is_internal),
  first as (
    select person, arg_min(variation_id, (time, event_id)) as variation_id, min(time) as time,
      count(distinct variation_id) > 1 as is_mixed
    from exposed group by person),
  refunded as (
    select person, transaction_id from log
    where kind = 'refund' and value is null and (facts::json ->> '$.cart') is null),
  bought as (
    select person, time, value::double as value from log
    where kind = 'purchase' and coalesce(currency, '${currency}') = '${currency}'
      and (person, transaction_id) not in (select (person, transaction_id) from refunded)),
  gained as (
    select person, sum(value) as value
    from bought join first using (person)
    where bought.time >= first.time and bought.time < first.time + interval 72 hours
    group by person)
  select variation_id::int as id, count(*)::int as users, count(value)::int as active,
    coalesce(sum(value), 0) as total
  from first left join gained using (person)
  where not is_mixed and first.time + interval 72 hours <= now()
  group by 1 order by 1`;

test('a report that SQL makes of the files is the one that Attune makes', async () => {
  const campaignId = await daysAgo(12, () =>
    server.publish({
      ...{ selector: 'banner', unit: 'person', metrics: { primary: 3 } },
      experiences: [{ name: 'Everybody', variations: weighed }],
    }),
  );
  const expose = (user: object, days: number) =>
    daysAgo(days, () => server.client.choose({ user, selector: { names: ['banner'] } } as never));
  // Of 60, one run in 15 drew fewer than three buyers for a variation.
  for (let at = 0; at < 180; at += 1) {
    const user = at % 4 === 0 ? person(`p${at}`) : newDevice();
    await expose(user, 8 + (at % 3));
    const order = bought(10.1 + at);
    if (at % 3 === 0) await tell(user, 7 + (at % 3), order);
    if (at % 6 === 0) await tell(user, 6 + (at % 3), refunded(order.uniqueTransactionId));
    if (at % 5 === 0) await tell(user, 7, bought(5.25, { currency: 'CHF' }));
    // Before the exposure, and after the window.
    if (at % 7 === 0) await tell(user, 11, bought(1_000));
    if (at % 9 === 0) await tell(user, 2, bought(2_000));
  }
  // A device that signs in later is its person's.
  const device = newDevice() as { id: string };
  await expose(device, 9);
  const login = { svcType: 'login-v1', cuid: 'late', cuidType: 'external' };
  await tell({ id: device.id }, 8, login);
  await tell(person('late'), 8, bought(77.7));
  await folded();

  type Shown = { id: number; users: number; active: number; total: number };
  const shownBy = async (metric: string): Promise<Shown[]> => {
    const path = `/v2/campaigns/${campaignId}/report?metric=${metric}`;
    const { status, text, body } = await server.manage('GET', path);
    assert.equal(status, 200, text);
    return (body.experiences[0].variations as Shown[])
      .map(({ id, users, active, total }) => ({ id, users, active, total }))
      .sort((one, other) => one.id - other.id);
  };
  const shown = await shownBy('revenue');
  assert.ok(
    shown.every(({ users, active }) => users > 10 && active > 2),
    JSON.stringify(shown),
  );
  const near = (rows: readonly object[]) =>
    rows.map((row) => ({ ...row, total: Number(Number((row as Shown).total).toFixed(6)) }));

  const folder = await newFolder();
  for (const format of formats) {
    for (const kind of ['events', 'exposures', 'profiles', 'outcomes'] as const) {
      await exportTo(folder, kind, { format });
    }
    assert.deepEqual(near(await ask(reportOf(folder, format, campaignId))), near(shown));
    const attributed = await ask(`
      select variation_id::int as id, count(distinct unit_id)::int as active, sum(amount) as total
      from ${filesOf(folder, 'outcomes', format)}
      where campaign = ${campaignId} and metric = 'Revenue' and not is_mixed and not is_foreign
        and amount <> 0 and exposed_at + interval 72 hours <= now()
      group by 1 order by 1`);
    const expected = near(shown.map(({ id, active, total }) => ({ id, active, total })));
    assert.deepEqual(near(attributed), expected);
  }
});
