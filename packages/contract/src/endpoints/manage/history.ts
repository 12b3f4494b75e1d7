// What managed objects were: every version, what differs between two, and the way back to one.
import Type, { type TSchema } from 'typebox';
import { Json } from '../../common.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { rolloutActs } from './rollout.ts';
import { IdParams, IfMatch, shared, sharedOfChanges } from './versioned.ts';

const number = '^[1-9][0-9]{0,8}$';

const VersionParams = Type.Object({
  ...IdParams.properties,
  version: Type.String({ pattern: number }),
});

const version = {
  version: Type.Integer(),
  at: Type.String({ description: 'RFC 3339.' }),
  by: Type.String({ description: 'Who made it; "" where that was not kept.' }),
  action: Type.String({
    description: 'The action that made it: create, replace, restore, restart, end-test.',
  }),
};

const Publications = Type.Optional(
  Type.Array(
    Type.Object({
      at: Type.String({ description: 'RFC 3339.' }),
      by: Type.String(),
      revision: Type.Integer({ description: "The site's, that it came with." }),
      number: Type.Integer({
        description: 'The number of the publication, from 1; the same if published again.',
      }),
    }),
    { description: 'When it was published, and who did it; the latest first.' },
  ),
);

const Acts = Type.Optional(
  Type.Array(
    Type.Object({
      action: Type.Enum([
        ...(['pause', 'archive', 'unarchive'] as const),
        ...(['schedule', 'unschedule', 'schedule-refused'] as const),
        ...(['ask-approval', 'approve', 'send-back', 'withdraw-approval'] as const),
        ...rolloutActs,
      ]),
      at: Type.String({ description: 'RFC 3339.' }),
      by: Type.String(),
      detail: Type.Optional(
        Type.String({
          description:
            'The share before and after a step of a rollout, and the reason; or the time of a ' +
            'scheduled publication, and why it was refused.',
        }),
      ),
    }),
    {
      description:
        'Other actions while it was the latest version, as far back as the audit log goes; ' +
        'the latest first.',
    },
  ),
);

const Difference = named(
  'Difference',
  Type.Object({
    change: Type.Enum(['added', 'removed', 'changed', 'reordered']),
    pointer: Type.String({
      description: 'Into the later version; of what was removed the earlier.',
    }),
    place: Type.String({ description: 'The same in words: "Men › Control › weight".' }),
    before: Type.Optional(Json),
    after: Type.Optional(Json),
  }),
);

/** What differs between two bodies, as answers show it. */
export const Differences = Type.Array(Difference);

const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: number, description: 'As `next` gave it.' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
});
const Versions = named(
  'Versions',
  Type.Object({
    items: Type.Array(Type.Object({ ...version, publications: Publications, acts: Acts })),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
);
const CompareQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,9}$',
      description: 'The other version; 0: nothing at all. Default: the one before.',
    }),
  ),
});
const Comparison = named(
  'Comparison',
  Type.Object({ from: Type.Integer(), to: Type.Integer(), differences: Differences }),
);

interface Kind<Id extends string, P extends string, O extends TSchema> {
  id: Id;
  path: P;
  tag: string;
  noun: string;
  output: O;
  /** Does changing it on the console need the permission to edit code as well? */
  codeEditing?: true;
}

/** The operations on what objects of a kind were. */
export function history<const Id extends string, const P extends string, O extends TSchema>(
  kind: Kind<Id, P, O>,
) {
  const { id, path, tag, noun, output } = kind;
  return {
    list: endpoint({
      ...shared,
      tag,
      id: `list${id}Versions`,
      method: 'GET',
      path: `${path}/{id}/versions`,
      summary: `List what one ${noun} was: who made which version when`,
      params: IdParams,
      query: PageQuery,
      answers: {
        200: {
          description: 'A page, the newest first; the last 1,000 are kept',
          schema: Versions,
        },
      },
      errors: ['not_found'],
    }),
    read: endpoint({
      ...shared,
      tag,
      id: `read${id}Version`,
      method: 'GET',
      path: `${path}/{id}/versions/{version}`,
      summary: `Read one ${noun} as it was`,
      params: VersionParams,
      answers: {
        200: { description: 'The version', schema: Type.Object({ ...version, body: Json }) },
      },
      errors: ['not_found'],
    }),
    compare: endpoint({
      ...shared,
      tag,
      id: `compare${id}Versions`,
      method: 'GET',
      path: `${path}/{id}/versions/{version}/diff`,
      summary: `Show what differs between two versions of one ${noun}`,
      params: VersionParams,
      query: CompareQuery,
      answers: {
        200: {
          description: 'What differs; things that have ids are matched by them',
          schema: Comparison,
        },
      },
      errors: ['not_found'],
    }),
    restore: endpoint({
      ...sharedOfChanges(kind),
      tag,
      id: `restore${id}`,
      method: 'POST',
      path: `${path}/{id}/restore`,
      summary: `Make one ${noun} what it was at a version, as a further version`,
      params: IdParams,
      headers: IfMatch,
      body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }),
      answers: {
        200: { description: 'Restored', schema: output, headers: { ETag: 'Its version' } },
      },
      errors: ['not_found', 'conflict', 'revision_mismatch'],
    }),
  } satisfies Record<string, Endpoint>;
}
