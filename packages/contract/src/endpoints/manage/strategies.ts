// Strategies: recipes for recommendations, which campaigns give to their variations.
import Type, { type Static } from 'typebox';
import { named } from '../../named.ts';
import { history } from './history.ts';
import { name, versioned, Warnings } from './versioned.ts';

const tag = 'Strategies';
const column = Type.String({ minLength: 1, maxLength: 255 });
const days = Type.Integer({ minimum: 1, maximum: 365 });
const slotNumber = Type.Integer({ minimum: 0, maximum: 99 });
export const Slots = Type.Array(slotNumber, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'From 0.',
});

const ItemFilter = named(
  'ItemFilter',
  Type.Object(
    {
      type: Type.Enum([
        ...['column', 'same', 'price-near', 'in-stock', 'not-in-cart', 'not-on-page'],
        ...['not-purchased', 'not-viewed'],
      ] as const),
      column: Type.Optional(column),
      is: Type.Optional(Type.Enum(['IS', 'IS_NOT', 'CONTAINS', 'EQ', 'GT', 'GTE', 'LT', 'LTE'])),
      value: Type.Optional(
        Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]),
      ),
      from: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
      to: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
      days: Type.Optional(days),
    },
    {
      description:
        'A condition that an item must meet. column: the value of `column` compares (`is`) ' +
        'with `value`. same: it shares a value of `column` with the page’s item. price-near: ' +
        'it costs between `from` and `to` times as much as the page’s item. not-purchased, ' +
        'not-viewed: not by this user within `days`.',
    },
  ),
);
export const ItemFilters = Type.Array(ItemFilter, { maxItems: 20 });

const Method = named(
  'Method',
  Type.Object(
    {
      type: Type.Enum([
        ...['popularity', 'trending', 'newest', 'recently-viewed', 'recently-purchased'],
        ...['viewed-together', 'bought-together', 'similar', 'affinity', 'collaborative'],
      ] as const),
      event: Type.Optional(Type.Enum(['view', 'add-to-cart', 'purchase'])),
      window: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 365, description: 'Days of which events count.' }),
      ),
      halfLife: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 365,
          description: 'Days after which an event counts half. Absent: all count alike.',
        }),
      ),
      recent: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 364,
          description: 'Of trending: the latest days, which are compared with the window.',
        }),
      ),
      seed: Type.Optional(
        Type.Enum(['auto', 'page', 'cart', 'viewed', 'purchased'], {
          description:
            'Whose neighbours: auto takes the page, else the cart, else the last viewed.',
        }),
      ),
      scoring: Type.Optional(Type.Enum(['count', 'cosine', 'jaccard', 'lift'])),
      shrinkage: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000 })),
      minimumSupport: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      neighbours: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      columns: Type.Optional(Type.Array(column, { minItems: 1, maxItems: 10, uniqueItems: true })),
      properties: Type.Optional(
        Type.Array(column, {
          minItems: 1,
          maxItems: 10,
          uniqueItems: true,
          description: 'Affinity properties; absent: all.',
        }),
      ),
      prior: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1_000_000,
          description:
            "Of affinity: how much the site's average counts beside the user's own, as an affinity " +
            'score. The more, the nearer to popularity.',
        }),
      ),
      visit: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            "Of affinity: how much this visit counts. Absent: as the site's sessionBlend says.",
        }),
      ),
      algorithm: Type.Optional(Type.Enum(['item-knn', 'rp3beta'])),
      repeats: Type.Optional(
        Type.Boolean({
          description: 'Of collaborative: may what the user had come again? Default false.',
        }),
      ),
      alpha: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
      beta: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    },
    { description: 'Options that are left out have defaults; answers state them all.' },
  ),
);

export const StrategyBody = Type.Object({
  name,
  notes: Type.Optional(Type.String({ maxLength: 2_000 })),
  feed: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,19}$',
      description: "The id of the feed. Absent: the site's first.",
    }),
  ),
  steps: Type.Array(
    Type.Object({
      method: Method,
      slots: Type.Optional(Slots),
      filters: Type.Optional(ItemFilters),
    }),
    {
      minItems: 1,
      maxItems: 10,
      description:
        'In order: each fills what those before it left empty, all slots or its own. Behind the ' +
        'last comes whatever qualifies.',
    },
  ),
  filters: Type.Optional(ItemFilters),
  diversity: Type.Optional(
    Type.Array(Type.Object({ column, most: Type.Integer({ minimum: 1, maximum: 100 }) }), {
      maxItems: 5,
      description:
        'At most so many items of one value of a column; more only where a slot would be empty.',
    }),
  ),
  severalOfGroup: Type.Optional(
    Type.Boolean({
      description:
        'May several items of one `group_id`, such as sizes of a shirt, be in a list? Default ' +
        'false: one of a group, more only where a slot would be empty.',
    }),
  ),
  exploration: Type.Optional(
    Type.Object(
      {
        share: Type.Number({ minimum: 0, maximum: 1 }),
        among: Type.Optional(
          Type.Integer({ minimum: 2, maximum: 100, description: 'Default 20.' }),
        ),
      },
      { description: 'The share of slots that chance fills, from so many of the next best.' },
    ),
  ),
});

const Strategy = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  strategy: StrategyBody,
  usedBy: Type.Array(
    Type.Object({
      campaignId: Type.Integer(),
      selector: Type.String(),
      isPublished: Type.Boolean({ description: 'In what is published, not in the draft alone.' }),
    }),
    { description: 'The campaigns whose variations recommend by it.' },
  ),
  warnings: Warnings,
});

const kind = {
  id: 'Strategy',
  plural: { id: 'Strategies', noun: 'strategies' },
  path: '/v2/strategies',
  tag,
  noun: 'strategy',
  body: StrategyBody,
  output: Strategy,
} as const;

export const strategies = versioned(kind);
export const strategyHistory = history(kind);

export type StrategyInput = Static<typeof StrategyBody>;
export type ItemFilterInput = Static<typeof ItemFilter>;
