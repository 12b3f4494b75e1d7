// Settings, API Keys: the specification's list, creation and deletion, and what a key was used for.
import Type, { type Static } from 'typebox';
import { permissionIds, sources } from '../permissions.ts';
import {
  id,
  MaybeTime,
  Next,
  Paging,
  Search,
  SiteParams,
  siteAddress,
  siteName,
  Time,
  tag,
} from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;
const base = `${siteAddress}/keys`;
const KeyParams = Type.Object({ site: siteName, id });
const limit = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]);

/** What keys can be sorted by; `-` turns the order. Without one, the newest are first. */
const keyOrders = ['name', '-name', 'used', '-used', 'created', '-created'] as const;
export type KeyOrder = (typeof keyOrders)[number];

/** What can be changed of a key. Left out: it stays, or is not restricted; null: no restriction. */
const changeable = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  notes: Type.Optional(Type.String({ maxLength: 5000 })),
  permissions: Type.Array(Type.Enum([...permissionIds]), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(MaybeTime),
  allowedOrigins: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }), Type.Null()]),
  ),
  rateLimit: Type.Optional(limit),
  rateBurst: Type.Optional(limit),
  compatibility: Type.Optional(
    Type.Boolean({ description: 'Read requests in the names of the original API family as well.' }),
  ),
};

const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  notes: Type.String(),
  source: Type.Enum([...sources]),
  permissions: Type.Array(Type.Enum([...permissionIds])),
  /** First characters of the value, so that a key is recognised in a file: `svc_s_3fGh`. */
  hint: Type.Union([Type.String(), Type.Null()]),
  canCopy: Type.Boolean({ description: 'A copy is kept, and this teammate may have it.' }),
  allowedOrigins: Type.Union([Type.Array(Type.String()), Type.Null()]),
  rateLimit: Type.Union([Type.Integer(), Type.Null()]),
  rateBurst: Type.Union([Type.Integer(), Type.Null()]),
  compatibility: Type.Boolean(),
  createdAt: Time,
  expiresAt: MaybeTime,
  lastUsedAt: MaybeTime,
  callsLately: Type.Array(Type.Integer(), {
    description: 'Calls of the last 30 days (UTC), rejected ones included; the oldest day first.',
  }),
  successorId: Type.Union([Type.String(), Type.Null()], {
    description: 'The key that takes its place, after rotation.',
  }),
});

export const listKeys = consoleEndpoint({
  ...shared,
  id: 'listKeys',
  method: 'GET',
  path: base,
  summary: 'The keys of a site, the newest first unless they are sorted',
  access: 'Admin',
  params: SiteParams,
  query: Type.Object({
    ...Paging,
    search: Search,
    sort: Type.Optional(Type.Enum([...keyOrders])),
  }),
  answers: {
    200: {
      description: 'A page of keys',
      schema: Type.Object({
        keys: Type.Array(Key),
        next: Next,
        total: Type.Integer({ description: 'Of those that the search finds.' }),
        offered: Type.Array(Type.Enum([...permissionIds]), {
          description: 'Permissions that the site offers.',
        }),
      }),
    },
  },
});

export const createKey = consoleEndpoint({
  ...shared,
  id: 'createKey',
  method: 'POST',
  path: base,
  summary: 'Create a key',
  access: 'Admin',
  codeEditing: true,
  params: SiteParams,
  body: Type.Object({
    ...changeable,
    source: Type.Enum([...sources]),
    showOnce: Type.Optional(Type.Boolean({ description: 'Keep no copy of the value.' })),
  }),
  answers: {
    201: {
      description: 'The key, with its value',
      schema: Type.Object({ key: Key, value: Type.String() }),
    },
  },
});

export const readKey = consoleEndpoint({
  ...shared,
  id: 'readKey',
  method: 'GET',
  path: `${base}/{id}`,
  summary: 'A key, and what it was used for',
  access: 'Admin',
  params: KeyParams,
  answers: {
    200: {
      description: 'The key',
      schema: Type.Object({
        key: Key,
        used: Type.Array(
          Type.Object({
            permission: Type.Enum([...permissionIds]),
            lastUsedAt: MaybeTime,
            calls: Type.Integer({ description: 'In the last 30 days.' }),
          }),
          { description: 'Each permission of the key: one never used may be taken away.' },
        ),
        clients: Type.Array(
          Type.Object({
            userAgent: Type.String({ description: 'Empty for a page of a Client-side key.' }),
            address: Type.String({
              description: 'The origin of the page for a Client-side key, or empty.',
            }),
            calls: Type.Integer({ description: 'Since it was first seen.' }),
            lastUsedAt: Time,
          }),
          { description: 'Who used it in the last 30 days, the latest first, at most 20.' },
        ),
      }),
    },
  },
  errors: ['not_found'],
});

export const changeKey = consoleEndpoint({
  ...shared,
  id: 'changeKey',
  method: 'PUT',
  path: `${base}/{id}`,
  summary: 'Change a key’s name, notes, permissions and restrictions',
  access: 'Admin',
  codeEditing: true,
  params: KeyParams,
  body: Type.Object(changeable),
  answers: { 200: { description: 'The key', schema: Type.Object({ key: Key }) } },
  errors: ['not_found'],
});

export const copyKey = consoleEndpoint({
  ...shared,
  id: 'copyKey',
  method: 'POST',
  path: `${base}/{id}/copy`,
  summary: 'The value of a key: Server-side ones need code editing',
  access: 'Admin',
  params: KeyParams,
  answers: { 200: { description: 'The value', schema: Type.Object({ value: Type.String() }) } },
  errors: ['not_found', 'role_missing'],
});

export const rotateKey = consoleEndpoint({
  ...shared,
  id: 'rotateKey',
  method: 'POST',
  path: `${base}/{id}/rotate`,
  summary: 'Make a successor; both work until the grace period is over',
  description: 'It has the same settings, and lives as long as the other was meant to.',
  access: 'Admin',
  codeEditing: true,
  params: KeyParams,
  body: Type.Object({
    graceSeconds: Type.Integer({ minimum: 0, maximum: 31_536_000 }),
  }),
  answers: {
    201: {
      description: 'The successor, with its value',
      schema: Type.Object({ key: Key, value: Type.String() }),
    },
  },
  errors: ['not_found', 'conflict'],
});

export const deleteKey = consoleEndpoint({
  ...shared,
  id: 'deleteKey',
  method: 'DELETE',
  path: `${base}/{id}`,
  summary: 'Delete a key, irreversibly, everywhere within a second',
  access: 'Admin',
  codeEditing: true,
  params: KeyParams,
  answers: {
    200: {
      description: 'Deleted',
      schema: Type.Object({ deletedAt: Time, revision: Type.Integer() }),
    },
  },
  errors: ['not_found'],
});

export const readDeletion = consoleEndpoint({
  ...shared,
  id: 'readDeletion',
  method: 'GET',
  path: `${base}/{id}/deletion`,
  summary: 'When each node had heard of a key’s deletion',
  description: 'Of the API nodes that ran then and are still on the list; for a week.',
  access: 'Admin',
  params: KeyParams,
  answers: {
    200: {
      description: 'The receipt',
      schema: Type.Object({
        deletedAt: Time,
        revision: Type.Integer(),
        nodes: Type.Array(
          Type.Object({
            node: Type.String(),
            heardAt: MaybeTime,
            afterMs: Type.Union([Type.Integer(), Type.Null()]),
          }),
        ),
      }),
    },
  },
  errors: ['not_found'],
});

export type CreateKeyInput = Static<typeof createKey.body>;
export type ChangeKeyInput = Static<typeof changeKey.body>;
export type KeyOutput = Static<typeof Key>;
