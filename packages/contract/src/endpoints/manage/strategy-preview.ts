// What a strategy gives a user on a page, and why: without recording anything.
import Type, { type Static, type TSchema } from 'typebox';
import { Context, identifier, Warning } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { AnsweredColumns } from '../../items.ts';
import { named } from '../../named.ts';
import { RealtimeRules } from '../choose.ts';
import { Pins, Rules } from './payload.ts';
import { StrategyBody } from './strategies.ts';
import { id, shared } from './versioned.ts';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Why a slot has its item. */
const slotReason = {
  slot: Type.Integer(),
  sku: orNull(Type.String({ description: 'Null: nothing qualifies.' })),
  source: Type.Enum(['pin', 'step', 'last-resort', 'none'], {
    description: 'Where it comes from: a pin, a step of the strategy, or any item that qualifies.',
  }),
  step: orNull(Type.Integer({ description: 'Which step, from 0.' })),
  method: orNull(Type.String()),
  score: orNull(Type.Number({ description: "By the method's own scale." })),
  seed: orNull(Type.String({ description: 'The item that led to it.' })),
  propensity: Type.Number({ description: 'Below 1 where chance had a say.' }),
  isExplored: Type.Boolean(),
  relaxed: Type.Array(Type.String(), {
    description: 'Columns whose diversity gave way, or the slot would be empty.',
  }),
  reason: Type.String({ description: 'In words.' }),
};

const Dropped = Type.Object({
  filter: Type.String({ description: 'In words.' }),
  count: Type.Integer({ description: 'Of the candidates that were looked at.' }),
  skus: Type.Array(Type.String(), { description: 'The first of them.' }),
});

const StepTrace = named(
  'StepTrace',
  Type.Object({
    step: Type.Integer(),
    method: Type.String(),
    candidates: Type.Integer({ description: 'How many were looked at.' }),
    given: Type.Integer(),
    note: orNull(Type.String({ description: 'Why it gave nothing, where it did not.' })),
  }),
);

/** How recommendations came about: what each step looked at, and what was left out. */
const RecommendationTrace = Type.Object({
  steps: Type.Array(StepTrace),
  dropped: Type.Array(Dropped),
});

const Preview = Type.Object({
  strategyId: Type.Optional(id),
  strategy: Type.Optional(StrategyBody),
  slots: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10.' })),
  rules: Type.Optional(Rules),
  pins: Type.Optional(Pins),
  realtimeRules: Type.Optional(RealtimeRules),
  user: Type.Optional(
    Type.Object(
      {
        id: Type.Optional(identifier({ pattern: '^-?[0-9]{1,19}$' })),
        cuid: Type.Optional(identifier({ minLength: 1, maxLength: 250 })),
        cuidType: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      },
      { description: 'A user id, or cuid and cuidType. Absent: a new visitor.' },
    ),
  ),
  context: Type.Optional(
    Type.Object({ page: Context.properties.page, cart: Context.properties.cart }),
  ),
  fieldFilter: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 })),
});

const Previewed = Type.Object({
  slots: Type.Array(
    Type.Object({
      ...slotReason,
      productData: orNull(AnsweredColumns),
    }),
  ),
  trace: RecommendationTrace,
  qualifying: Type.Object(
    { count: Type.Integer(), isAll: Type.Boolean({ description: 'Else there are more.' }) },
    { description: 'Items that the filters let through, as far as they were counted.' },
  ),
  feed: orNull(Type.Object({ id: Type.String(), revision: Type.String(), items: Type.Integer() })),
  warnings: Type.Array(Warning),
  findings: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
    description: 'Parts of `strategy`, `rules` and `pins` that are probably not meant.',
  }),
  milliseconds: Type.Object({
    profile: Type.Number({ description: 'Reading the user.' }),
    recommend: Type.Number(),
    write: Type.Number({ description: 'Product data.' }),
  }),
  strategy: StrategyBody,
});

export const previewStrategy = endpoint({
  ...shared,
  tag: 'Strategies',
  id: 'previewStrategy',
  method: 'POST',
  path: '/v2/strategies/preview',
  summary: 'Preview the recommendations of a strategy for a user on a page',
  description:
    'Uses a stored strategy or the one in the request, with the rules and pins of a ' +
    'variation and the rules of a request, exactly as choose does. Nothing is recorded.',
  access: 'Viewer',
  body: Preview,
  answers: { 200: { description: 'The items, and why each is there', schema: Previewed } },
  errors: ['not_found'],
});

export type PreviewStrategyInput = Static<typeof Preview>;
export type PreviewStrategyOutput = Static<typeof Previewed>;
