// What versioned objects of every kind share: their five operations, pages, versions.
import Type, { type TObject, type TSchema } from 'typebox';
import { Json } from '../../common.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import type { Role } from '../../permissions.ts';

export const shared = { permission: 'manage', sources: ['Server-side'] } as const;
export const name = Type.String({ minLength: 1, maxLength: 200 });
export const id = Type.Integer({ minimum: 1 });
export const label = Type.String({ minLength: 1, maxLength: 50 });
export const IdParams = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'A number.' }),
});
const page = {
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100.' })),
};
const PageQuery = Type.Object({
  ...page,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of the name, whatever its case and accents.',
    }),
  ),
  order: Type.Optional(
    Type.Enum(['oldest', 'newest'], { description: 'Which come first. Default oldest.' }),
  ),
});
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The version that this replaces.' })),
});

export const Condition = named(
  'Condition',
  Type.Record(Type.String(), Json, {
    description: 'Mongo-style condition on attributes, e.g. `{ "device.type": "mobile" }`.',
  }),
);

/** Warnings beside the answer to a change; none of them prevents it. */
export const Warnings = Type.Optional(
  Type.Array(named('Finding', Type.Object({ pointer: Type.String(), detail: Type.String() })), {
    description: 'Parts that are probably not meant; only in answers to changes.',
  }),
);

interface Kind<
  Id extends string,
  P extends string,
  B extends TSchema,
  O extends TSchema,
  F extends TObject = TObject,
> {
  id: Id;
  path: P;
  tag: string;
  noun: string;
  /** Where it is not the noun, and the id, with an s. */
  plural?: { id: string; noun: string };
  body: B;
  output: O;
  /** Who may change it on the console, where that is not an Editor. */
  changedBy?: Role;
  /** Does changing it on the console need the permission to edit code as well? */
  codeEditing?: true;
  /** What lists can be narrowed by, beside the name. */
  filters?: F;
}

/** What the changes of a kind share. */
export const sharedOfChanges = ({
  changedBy,
  codeEditing,
}: Pick<Kind<'', '', TSchema, TSchema>, 'changedBy' | 'codeEditing'>) => ({
  ...shared,
  ...(changedBy && { access: changedBy }),
  ...(codeEditing && { codeEditing }),
});

/** The five operations that every versioned object has. */
export function versioned<
  const Id extends string,
  const P extends string,
  B extends TSchema,
  O extends TSchema,
>(kind: Kind<Id, P, B, O>) {
  const { id, path, tag, noun, filters } = kind;
  const body = named(`${id}Input`, kind.body);
  const output = named(id, kind.output);
  const change = { tag, ...sharedOfChanges(kind) };
  const headers = { ETag: 'Its version' };
  return {
    list: endpoint({
      ...shared,
      tag,
      id: `list${kind.plural?.id ?? `${id}s`}`,
      method: 'GET',
      path,
      summary: `List ${kind.plural?.noun ?? `${noun}s`}`,
      query: filters ? Type.Object({ ...PageQuery.properties, ...filters.properties }) : PageQuery,
      answers: {
        200: {
          description: 'A page',
          schema: Type.Object({
            items: Type.Array(output),
            next: Type.Union([Type.String(), Type.Null()]),
          }),
        },
      },
    }),
    create: endpoint({
      ...change,
      id: `create${id}`,
      method: 'POST',
      path,
      summary: `Create ${noun.startsWith('a') || noun.startsWith('i') ? 'an' : 'a'} ${noun}`,
      body,
      answers: { 201: { description: 'Created', schema: output, headers } },
      errors: ['conflict'],
    }),
    read: endpoint({
      ...shared,
      tag,
      id: `read${id}`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Read one ${noun}`,
      params: IdParams,
      answers: { 200: { description: 'It', schema: output, headers } },
      errors: ['not_found'],
    }),
    replace: endpoint({
      ...change,
      id: `replace${id}`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Replace one ${noun}`,
      params: IdParams,
      headers: IfMatch,
      body,
      answers: { 200: { description: 'Replaced', schema: output, headers } },
      errors: ['not_found', 'conflict', 'revision_mismatch'],
    }),
    remove: endpoint({
      ...change,
      id: `delete${id}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete one ${noun}`,
      params: IdParams,
      headers: IfMatch,
      answers: { 204: { description: 'Deleted' } },
      errors: ['not_found', 'conflict', 'revision_mismatch'],
    }),
  } satisfies Record<string, Endpoint>;
}
