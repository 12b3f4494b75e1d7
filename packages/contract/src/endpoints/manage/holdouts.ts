// Holdouts: a part of all users is kept out, so that what experiences do can be measured.
import Type, { type Static } from 'typebox';
import { id, label, name, versioned } from './versioned.ts';

const HoldoutBody = Type.Object({
  name,
  share: Type.Number({ minimum: 0, maximum: 0.5, description: 'Of all users.' }),
  labels: Type.Optional(
    Type.Array(label, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'From campaigns that have one of them; absent: from all campaigns.',
    }),
  ),
});

const Holdout = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  holdout: Type.Intersect([
    HoldoutBody,
    Type.Object({
      seed: Type.String({ description: 'The seed that selects the held-out users.' }),
    }),
  ]),
  ignoredBy: Type.Array(Type.Object({ id, name: Type.String() }), {
    description:
      'Live campaigns of those that it concerns which serve its users as well: they are published ' +
      'with `ignoresHoldouts`.',
  }),
});

export const holdouts = versioned({
  id: 'Holdout',
  path: '/v2/holdouts',
  tag: 'Holdouts',
  noun: 'holdout',
  body: HoldoutBody,
  output: Holdout,
});

export type HoldoutInput = Static<typeof HoldoutBody>;
