// Recommendations that were shown, clicked and sold.
import type { Call } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import type { TestServer } from '../../packages/server/src/testing.ts';

/** Shows three items to visitors on home pages, who click the first; every other one buys it. */
export async function sellFrom(
  server: TestServer,
  manage: Call,
  strategy: number,
  visitors: number,
): Promise<void> {
  const client = await server.test.client(['serve', 'collect']);
  const variations = [{ name: 'Row', weight: 1, payload: { strategy, slots: 3 } }];
  const rows = { type: 'recommendations', experiences: [{ name: 'All', variations }] };
  const made = await manage('POST', '/v2/campaigns', { name: 'Row', selector: 'row', ...rows });
  await manage('POST', `/v2/campaigns/${made.body.id}/publish`);
  for (let at = 0; at < visitors; at += 1) {
    const user = { id: `${800 + at}` };
    const context = { page: { type: 'HOMEPAGE' as const } };
    const { choices } = await client.choose({ user, context, selector: { names: ['row'] } });
    const [first] = (choices[0]!.variations[0]!.payload.data as { slots: Slot[] }).slots;
    const { sku, slotId } = first!;
    await client.engagement({ engagements: [{ type: 'SLOT_CLICK', slotId }] });
    if (at % 2) continue;
    const cart = [
      { productId: sku, quantity: 1, itemPrice: 30 },
      { productId: 'sku-4', quantity: 1, itemPrice: 12 },
    ];
    const properties = { svcType: 'purchase-v1' as const, value: 42, cart };
    await client.events({ user, events: [{ name: 'Bought', properties }] });
  }
  await server.folded();
}

interface Slot {
  readonly sku: string;
  readonly slotId: string;
}
