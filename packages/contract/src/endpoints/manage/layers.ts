// Layers: of the campaigns of one, a user is in one at most.
import Type, { type Static } from 'typebox';
import { id, name, versioned } from './versioned.ts';

/** Not a tuple: what those are made of is not JSON Schema 2020-12. */
const SlotRange = Type.Unsafe<[number, number]>(
  Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }),
);

const slots = Type.Enum([1_000, 10_000], {
  description: 'How finely it can be shared out. Default 1000; it stays as it was made.',
});

const LayerBody = Type.Object({ name, slots: Type.Optional(slots) });

const Layer = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  layer: Type.Object({
    name,
    slots,
    seed: Type.String({ description: 'The seed that assigns users to slots.' }),
    free: Type.Integer({ description: 'Slots that no campaign holds.' }),
    members: Type.Array(
      Type.Object({
        campaignId: id,
        selector: Type.String(),
        share: Type.Number({ description: 'The share that was last requested.' }),
        held: Type.Array(SlotRange, {
          description: 'Slots, from and to, both included.',
        }),
      }),
      { description: 'Who holds what: drafts as well as what is published.' },
    ),
  }),
});

export const layers = versioned({
  id: 'Layer',
  path: '/v2/layers',
  tag: 'Layers',
  noun: 'layer',
  body: LayerBody,
  output: Layer,
});

export type LayerInput = Static<typeof LayerBody>;
export type LayerOutput = Static<typeof Layer>['layer'];
