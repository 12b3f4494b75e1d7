// The revenue of a site: what is known of a day stands until the day changes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../../testing.ts';
import { dayTextOf } from '../../../events/interactions/index.ts';
import { type Gross, grossByDay } from './revenue.ts';

const server = await testServer();
after(server.close);
const { ctx, test: site } = server;
const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;

test('a day is read again once it has changed, and not before', async () => {
  const client = await site.client(['collect']);
  const buy = async (daysBack: number, value: number, currency?: string) => {
    const cart = [{ productId: 'x', quantity: 1 }];
    const properties = {
      svcType: 'purchase-v1' as const,
      value,
      cart,
      ...(currency && { currency }),
    };
    const timestamp = today - daysBack * dayMs + 1_000;
    await client.events({ user: { id: '1' }, events: [{ name: 'Bought', timestamp, properties }] });
    await server.folded();
  };
  const { currency } = site.snapshot().site.settings;
  const read = (known: readonly Gross[]) =>
    grossByDay(
      ctx.db,
      {
        ...{ siteId: site.id, currency, timeZone: 'UTC', windowDays: 7 },
        ...{ from: new Date(today - 3 * dayMs), to: new Date(today), asOf: new Date() },
      },
      known,
    );
  const valuesOf = (gross: readonly Gross[]) =>
    gross.flatMap(({ byDay }) => byDay.map(({ day, value }) => [day, Number(value)]));
  await buy(2, 9.1);
  await buy(1, 20);
  await buy(1, 30, currency === 'CHF' ? 'EUR' : 'CHF');
  const [before, yesterday] = [dayTextOf(today - 2 * dayMs), dayTextOf(today - dayMs)];
  const first = await read([]);
  assert.deepEqual(valuesOf(first), [
    [before, 9.1],
    [yesterday, 20],
  ]);
  const other = first.map((one) => ({
    ...one,
    byDay: one.byDay.map(({ day }) => ({ day, value: '1' })),
  }));
  assert.deepEqual(await read(other), other);
  await buy(1, 5);
  assert.deepEqual(valuesOf(await read(other)), [
    [before, 1],
    [yesterday, 25],
  ]);
});
