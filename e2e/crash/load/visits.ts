// Visitors who ask what to see: every answer is the campaign's, whatever happens to recording.
import type { Part, Setting } from './part.ts';
import type { People } from './people.ts';

const selector = 'hero';

/** The campaign that visitors are served: everybody gets its only variation. */
export const campaign = {
  name: 'Hero',
  selector,
  type: 'custom',
  experiences: [
    {
      name: 'Everybody',
      variations: [{ name: 'a', weight: 1, payload: { type: 'CUSTOM_JSON', data: { a: 1 } } }],
    },
  ],
};

interface Answer {
  readonly choices?: readonly { readonly variations?: readonly { readonly payload: unknown }[] }[];
}

/** Load of choose. It has no ledger: what it promises is its answer. */
export function visitPart({ random, send, onFault }: Setting, { all }: People): Part {
  let served = 0;
  return {
    lanes: 2,
    async act() {
      const present = all.slice(-50).filter(({ state }) => state === 'present');
      const device = present.length > 0 ? random.pick(present).device : undefined;
      const user = { id: device ?? String(random.between(1, 1000)) };
      const outcome = await send('POST', '/v2/serve/user/choose', {
        body: { user, selector: { names: [selector] } },
      });
      if (outcome.is === 'refused') onFault(`choose was refused with ${outcome.status}`);
      if (outcome.is !== 'acknowledged') return;
      served += 1;
      const payload = (outcome.body as Answer).choices?.[0]?.variations?.[0]?.payload;
      if (JSON.stringify(payload) !== '{"type":"CUSTOM_JSON","data":{"a":1}}') {
        onFault(`choose answered ${JSON.stringify(outcome.body).slice(0, 300)}`);
      }
    },
    losses: async () => [],
    counts: () => ({ decisions: served }),
  };
}
