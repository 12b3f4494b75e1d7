// A person's affinity laid open: what made it, what teammates edited, what settings would change.
import Type, { type Static, type TSchema } from 'typebox';
import { Json, userName } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { named } from '../named.ts';
import { AffinityEdit, Day, edit, property, value } from './affinity-edit.ts';
import { Person } from './userprofile.ts';

const shared = { tag: 'Affinity', permission: 'userdata', sources: ['Server-side'] } as const;
const Maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const mutedBy = Maybe(Type.Enum(['site', 'teammate']));

const EditInput = Type.Object(edit);

const Signal = {
  signal: Type.String(),
  count: Type.Integer({ description: 'Events that count: of a day up to the daily cap.' }),
  points: Type.Number({
    description: 'The points that they add to the score today; below 0: they lower it.',
  }),
};

const DetailedValue = named(
  'AffinityValue',
  Type.Object({
    value: Type.String(),
    rank: Maybe(Type.Integer({ description: 'null: it is muted, or nothing speaks for it.' })),
    score: Type.Number({
      description: 'The score of the person’s own events, normalised and edited; 0 without a rank.',
    }),
    expected: Type.Number({
      description: 'The number it is ranked by: the score together with the site’s average.',
    }),
    points: Type.Number({
      description: 'The score of the events alone, before normalisation and edits; may be below 0.',
    }),
    share: Type.Number({ description: 'Its part of the scores of the property, 0 to 1.' }),
    confidence: Type.Number({
      description: 'n / (n + 4) for n events of today; of older ones as far as they still count.',
    }),
    lastSeenOn: Maybe(Day),
    edit: Maybe(AffinityEdit),
    mutedBy,
    signals: Type.Array(Type.Object(Signal)),
    days: Type.Array(Type.Object({ day: Day, ...Signal }), { description: 'The latest 30.' }),
  }),
);

export const AffinityDetail = named(
  'AffinityDetail',
  Type.Object({
    userId: Type.String(),
    asOf: Day,
    properties: Type.Array(
      Type.Object({
        property: Type.String(),
        halfLifeDays: Type.Number(),
        siteWeight: Type.Number({
          description: "How many of the site's average profiles are counted in.",
        }),
        edges: Maybe(
          Type.Array(Type.Number(), {
            description: 'Boundaries of the bins of a numeric property.',
          }),
        ),
        edit: Maybe(AffinityEdit),
        mutedBy,
        values: Type.Array(DetailedValue, {
          description: 'In rank order; then up to 50 without a rank.',
        }),
      }),
    ),
    edits: Type.Array(AffinityEdit),
  }),
);

export const readAffinityDetail = endpoint({
  ...shared,
  id: 'readAffinityDetail',
  method: 'GET',
  path: '/v2/userprofile/affinity',
  summary: 'What a person likes, and what says so',
  description:
    'Each value with its score, rank, share and confidence, the signals that made it, and what ' +
    'teammates have edited. Ranks are those of `GET /v2/userprofile`.',
  query: Type.Object(Person),
  answers: { 200: { description: 'The affinity', schema: AffinityDetail } },
  errors: ['not_found'],
});

export const AffinitySources = named(
  'AffinitySources',
  Type.Object({
    items: Type.Array(
      Type.Object({
        eventId: Type.String(),
        time: Type.String(),
        kind: Type.String(),
        signal: Type.String(),
        skus: Type.Array(Type.String(), { description: 'Products that the event is about.' }),
        about: Type.String({ description: 'In a few words.' }),
      }),
    ),
    looked: Type.Integer({ description: 'How many of the last events were looked at.' }),
  }),
);
export const SourceQuery = Type.Object({ ...Person, property, value });

export const readAffinitySources = endpoint({
  ...shared,
  id: 'readAffinitySources',
  method: 'GET',
  path: '/v2/userprofile/affinity/sources',
  summary: 'The events that a value was made of',
  description: "The latest 100 among the person's last 2,000 events that are kept.",
  query: SourceQuery,
  answers: { 200: { description: 'The events, the latest first', schema: AffinitySources } },
  errors: ['not_found'],
});

export const AffinityEdits = Type.Object({
  set: Type.Optional(Type.Array(EditInput, { maxItems: 200 })),
  remove: Type.Optional(
    Type.Array(Type.Object({ property, value: Type.Optional(value) }), { maxItems: 200 }),
  ),
});

export const editAffinity = endpoint({
  ...shared,
  id: 'editAffinity',
  method: 'POST',
  path: '/v2/userprofile/affinity/edits',
  summary: "AffinityEdit a person's affinity: set, boost or mute values",
  description:
    'An edit counts on every node within a second, over whatever events say, until it is removed. ' +
    'One of the same property and value is replaced. At most 200 a person.',
  query: Type.Object(Person),
  body: AffinityEdits,
  answers: { 200: { description: 'The affinity as it is now', schema: AffinityDetail } },
  errors: ['not_found'],
});

const Ranked = Type.Array(
  Type.Object({ value: Type.String(), rank: Type.Integer(), score: Type.Number() }),
);

const WhatIf = named(
  'AffinityWhatIf',
  Type.Object({
    looked: Type.Integer({ description: 'Users that were looked at.' }),
    of: Type.Integer({ description: 'Users that the site has, about.' }),
    changed: Type.Integer({ description: 'Users whose best value of some property changes.' }),
    properties: Type.Array(
      Type.Object({
        property: Type.String(),
        users: Type.Integer({ description: 'Who rank a value of it, before or after.' }),
        topChanged: Type.Integer({ description: 'Whose best value changes.' }),
        orderChanged: Type.Integer({ description: 'Whose five best values change.' }),
        edges: Maybe(Type.Array(Type.Number())),
        siteWeight: Type.Object(
          { before: Type.Number(), after: Type.Number() },
          { description: "How many of the site's average profiles are counted in." },
        ),
        values: Type.Array(
          Type.Object({
            value: Type.String(),
            topBefore: Type.Integer({ description: 'Users whose best value it is.' }),
            topAfter: Type.Integer(),
          }),
          { description: 'The ten that move most, then those that most like best.' },
        ),
      }),
    ),
    users: Type.Array(
      Type.Object({
        userId: Type.String(),
        userName,
        cuid: Maybe(Type.String({ description: 'As the request names the person.' })),
        properties: Type.Array(
          Type.Object({ property: Type.String(), before: Ranked, after: Ranked }),
        ),
      }),
      { description: 'The people of the request, or else those of the sample who change most.' },
    ),
    unknown: Type.Array(Type.String(), { description: 'Names that belong to no known user.' }),
  }),
);

export const tryAffinity = endpoint({
  tag: 'Affinity',
  permission: 'manage',
  sources: ['Server-side'],
  access: 'Viewer',
  id: 'tryAffinity',
  method: 'POST',
  path: '/v2/affinity/what-if',
  summary: 'What other affinity settings would change, for real users',
  description:
    'Compares profiles under the current and the proposed settings, for the people of ' +
    'the request or a random sample. Nothing is saved. A missing setting keeps its ' +
    'current value, null means its default.',
  body: Type.Object({
    settings: Type.Record(Type.String(), Json, {
      description: 'Of `affinity`, what would change.',
    }),
    people: Type.Optional(Type.Array(Type.Object(Person), { maxItems: 20 })),
    sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000, description: '500.' })),
  }),
  answers: { 200: { description: 'The difference', schema: WhatIf } },
});

export type AffinityDetailOutput = Static<typeof AffinityDetail>;
export type AffinitySourcesOutput = Static<typeof AffinitySources>;
export type AffinityEditsInput = Static<typeof AffinityEdits>;
export type WhatIfInput = Static<typeof tryAffinity.body>;
export type WhatIfOutput = Static<typeof WhatIf>;
