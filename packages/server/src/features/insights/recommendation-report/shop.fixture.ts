// A shop whose recommendations a test requests, clicks and buys from, at the times that it says.
import assert from 'node:assert/strict';
import type {
  ChooseInput,
  ChooseOutput,
  RecommendationReportOutput,
  ReportedEvent,
} from '@attune/contract';
import { eventually, type TestServer } from '../../../testing.ts';
import { callWith, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';
import type { Click, Order, Refund, ShownList } from './by-hand.fixture.ts';
import { renewRecommendationFigures } from './figures/renew.ts';

export type User = { id: string } | { cuid: string; cuidType: string };
export const named = (cuid: string): User => ({ cuid, cuidType: 'external' });
export const crawler = { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' };

/** A list as it was answered. */
export interface Answered extends ShownList {
  readonly slotIds: readonly string[];
}

/** Starts one; `after(shop.close)`. A visitor gets three slots of either strategy. */
export async function openRecommendingShop() {
  const server = await experienceServer();
  const { client, test: site, ctx } = server;
  const call = callWith(server.url, await site.key(['manage', 'feed']));
  let clock = Date.now();
  Object.assign(ctx, { now: () => clock });
  const at = <T>(time: number, work: () => Promise<T>): Promise<T> => {
    clock = time;
    return work();
  };
  const items = await putItems(call);
  const made = await publishRow(call);

  /** Requests the list as of a time. */
  async function show(time: number, user: User, request: ChooseInput = {}): Promise<Answered> {
    const options = { ...request.options, returnAnalyticsMetadata: true };
    const selector = { names: ['row'], ...request.selector };
    const { choices } = await at(time, () =>
      client.choose({ ...request, user, selector, options }),
    );
    const page = request.context?.page;
    const type = page ? (page.type ?? 'OTHER').toUpperCase() : '';
    return answered(time, type, choices[0]!, made.strategies);
  }

  async function click(
    time: number,
    person: string,
    list: Answered,
    slots: readonly number[],
  ): Promise<Click[]> {
    const engagements = slots.map((slot) => ({
      ...{ type: 'SLOT_CLICK' as const, slotId: list.slotIds[slot]! },
    }));
    await at(time, () => client.engagement({ engagements }));
    return slots.map((slot) => ({ time, person, list, at: slot }));
  }

  /** Reports what a user bought, and gave back a second later. */
  async function buy(
    user: User,
    orders: readonly Order[],
    refunds: readonly Refund[] = [],
  ): Promise<void> {
    const events = [
      ...orders.map((one) => eventOf('purchase-v1', one, one)),
      ...refunds.map((one) => eventOf('refund-v1', { ...one.of, time: one.of.time + 1_000 }, one)),
    ];
    await client.events({ user, events: events as ReportedEvent[] });
  }

  async function signIn(user: User, cuid: string): Promise<void> {
    const properties = { svcType: 'login-v1' as const, cuid, cuidType: 'external' };
    await client.events({ user, events: [{ name: 'Login', properties }] });
  }

  async function report(query = ''): Promise<RecommendationReportOutput> {
    const answer = await call('GET', `/v2/recommendations/report?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  // A crawler has the feed loaded, and leaves nothing behind.
  const request = { context: { device: crawler }, selector: { names: ['row'] } };
  await client.choose({ ...request, user: {} });
  await server.recorded();
  const figures = await figuresOfTest(server);
  return { server, ...figures, call, items, ...made, at, show, click, buy, signIn, report };
}

/** The server's own worker makes figures once a minute: here it finds that another node does. */
async function figuresOfTest({ ctx, test: site, close }: TestServer) {
  const lock = await ctx.pool.connect();
  const change = (how: 'lock' | 'unlock') =>
    lock.query(`select pg_advisory_${how}(hashtext('attune recommendation figures'), $1)`, [
      site.id,
    ]);
  await change('lock');
  return {
    /** Makes the figures that are kept, as of the shop's time. */
    keep: async () => {
      await change('unlock');
      await eventually(async () => {
        await ctx.pool.query('delete from recommendation_figures');
        return renewRecommendationFigures(ctx, site.snapshot());
      });
      await change('lock');
    },
    close: async () => {
      lock.release(true);
      await close();
    },
  };
}

export type RecommendingShop = Awaited<ReturnType<typeof openRecommendingShop>>;

/** A list as a choice has it. */
function answered(
  time: number,
  page: string,
  { variations: [given] }: ChooseOutput['choices'][number],
  strategies: readonly number[],
): Answered {
  const { payload, analyticsMetadata } = given!;
  const { slots } = payload.data as { slots: { sku: string; slotId: string }[] };
  const isSecond = analyticsMetadata?.variationName === 'Together';
  return {
    ...{ time, page, strategy: strategies[isSecond ? 1 : 0]!, slots: 3 },
    skus: slots.map(({ sku }) => sku),
    slotIds: slots.map(({ slotId }) => slotId),
    hasFallback: isSecond && slots.length > 0,
  };
}

function eventOf(
  svcType: string,
  { id, time }: Pick<Order, 'id' | 'time'>,
  { value, currency, cart }: Pick<Refund, 'value' | 'currency' | 'cart'>,
) {
  const lines = cart?.map(({ sku, quantity, price }) => ({
    ...{ productId: sku, quantity },
    ...(price !== undefined && { itemPrice: price }),
  }));
  const money = { ...(value !== undefined && { value }), currency };
  const properties = { svcType, uniqueTransactionId: id, ...money, ...(lines && { cart: lines }) };
  return { name: svcType, timestamp: new Date(time).toISOString(), properties };
}

type Call = ReturnType<typeof callWith>;

/** Half of the items come in groups of two, which are variants of each other. */
async function putItems(call: Call) {
  const items = Array.from({ length: 12 }, (_, at) => ({
    ...{ sku: `s${at}`, group_id: at < 6 ? `g${at % 3}` : `own${at}`, name: `Item ${at}` },
    ...{ url: 'https://shop.example/i', image_url: 'https://shop.example/i.png', price: 10 },
    ...{ in_stock: true, categories: [`c${at % 4}`], publish_time: 1_700_000_000 + at },
  }));
  await call('POST', '/v2/feeds', { id: '7', name: 'Items' });
  const put = await call('PUT', '/v2/feeds/svcid/7', { items });
  assert.equal(put.body.data.rejected, 0, put.text);
  return items;
}

/** Two strategies, of which the second falls back each time: no model is built. */
async function publishRow(call: Call) {
  const strategies: number[] = [];
  for (const [name, ...methods] of [
    ['Newest', 'newest'],
    ['Together', 'bought-together', 'newest'],
  ]) {
    const steps = methods.map((type) => ({ method: { type } }));
    const made = await call('POST', '/v2/strategies', { name, steps, severalOfGroup: true });
    assert.equal(made.status, 201, made.text);
    strategies.push(made.body.id);
  }
  const variations = strategies.map((strategy, at) => ({
    ...{ name: at === 0 ? 'Newest' : 'Together', weight: 1, payload: { strategy, slots: 3 } },
  }));
  const experiences = [{ name: 'All', variations }];
  const campaign = { name: 'Row', selector: 'row', type: 'recommendations', experiences };
  const made = await call('POST', '/v2/campaigns', campaign);
  assert.equal(made.status, 201, made.text);
  await call('POST', `/v2/campaigns/${made.body.id}/publish`);
  return { campaignId: made.body.id as number, strategies };
}
