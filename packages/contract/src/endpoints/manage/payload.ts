// What a variation gives, by the type of its campaign.
import Type, { type TSchema } from 'typebox';
import { identifier, WrittenJson } from '../../common.ts';
import { named } from '../../named.ts';
import { ItemFilters, Slots } from './strategies.ts';

const Rule = named(
  'RecommendationRule',
  Type.Object(
    {
      type: Type.Enum(['include', 'exclude', 'boost', 'bury']),
      slots: Type.Optional(Slots),
      filters: ItemFilters,
    },
    {
      description:
        'The effect on items that pass all filters: include (only these), exclude (none of ' +
        'these), boost (before others) or bury (after others). In these slots; absent: in ' +
        'all.',
    },
  ),
);

const Pin = named(
  'Pin',
  Type.Object(
    {
      slot: Type.Integer({ minimum: 0, maximum: 99 }),
      sku: identifier({ minLength: 1, maxLength: 250 }),
    },
    { description: 'The item has the slot, as long as filters and rules let it.' },
  ),
);

/** Of one variation. */
export const Rules = Type.Array(Rule, { maxItems: 20 });
export const Pins = Type.Array(Pin, { maxItems: 100 });

/** The payload of a variation; `strategy` is how strategies are referred to. */
export function payloadOf<S extends TSchema>(strategy: S) {
  return Type.Union(
    [
      Type.Null(),
      Type.Object({
        type: Type.Optional(Type.Literal('CUSTOM_JSON')),
        data: Type.Optional(WrittenJson),
        strategy: Type.Optional(strategy),
        slots: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        custom: Type.Optional(WrittenJson),
        rules: Type.Optional(Rules),
        pins: Type.Optional(Pins),
      }),
    ],
    {
      description:
        'null: the control group. A custom campaign has `{ type: "CUSTOM_JSON", data }`; ' +
        'recommendations `{ strategy, slots, custom?, rules?, pins? }`; sorting `{ strategy ' +
        '}`.',
    },
  );
}
