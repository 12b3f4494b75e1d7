// What happened and what is: the audit log, users, the last requests and events, the nodes.
import Type from 'typebox';
import { CalledBy, identifier, Json } from '../common.ts';
import {
  AffinityDetail,
  AffinityEdits,
  AffinitySources,
  SourceQuery,
} from '../endpoints/affinity.ts';
import {
  id,
  MaybeTime,
  Next,
  Paging,
  Search,
  SiteParams,
  siteAddress,
  Time,
  tag,
} from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;

export const listAudit = consoleEndpoint({
  ...shared,
  id: 'listAudit',
  method: 'GET',
  path: `${siteAddress}/audit`,
  summary: 'Who changed what, the latest first',
  description: 'Of those things alone that the teammate may change.',
  access: 'Editor',
  params: SiteParams,
  query: Type.Object({
    ...Paging,
    kinds: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The kinds of things to list, separated by commas: `campaign,audience`.',
      }),
    ),
    subjectId: Type.Optional(Type.String({ maxLength: 200, description: 'The id of one thing.' })),
    search: Search,
    actor: Search,
    action: Type.Optional(
      Type.String({ maxLength: 100, description: 'What it begins with: `key.` or `key.delete`.' }),
    ),
    from: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339, included.' })),
    to: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339, not included.' })),
  }),
  errors: ['invalid_query', 'role_missing'],
  answers: {
    200: {
      description: 'A page of entries',
      schema: Type.Object({
        entries: Type.Array(
          Type.Object({
            id,
            at: Time,
            actor: Type.String(),
            action: Type.String({ description: 'The kind of thing, and what was done to it.' }),
            subject: Type.String({ description: 'The name that the thing had then.' }),
            subjectId: Type.Union([Type.String(), Type.Null()], {
              description: 'The id of the thing; null for what there is one of, or was not noted.',
            }),
            isGone: Type.Boolean({ description: 'Has the thing been deleted since?' }),
            details: Type.Union([Json, Type.Null()], {
              description:
                'With `before` and `after`: the members that differ, long values cut; what was made ' +
                'has no before, and what was deleted no after.',
            }),
          }),
        ),
        next: Next,
      }),
    },
  },
});

const UserQuery = Type.Object({
  cuid: identifier({ minLength: 1, maxLength: 250 }),
  cuidType: Type.String({ minLength: 1, maxLength: 100 }),
});

export const readUser = consoleEndpoint({
  ...shared,
  id: 'readUser',
  method: 'GET',
  path: `${siteAddress}/users`,
  summary: 'A person, their affinity profile and what it was made of',
  access: 'Viewer',
  params: SiteParams,
  query: UserQuery,
  answers: {
    200: {
      description: 'The person',
      schema: Type.Object({
        userId: Type.String(),
        names: Type.Array(CalledBy, { description: 'All that the site calls the person by.' }),
        firstSeenAt: MaybeTime,
        lastSeenAt: MaybeTime,
        attributes: Type.Record(Type.String(), Json, {
          description: 'The attributes that the site has sent about them.',
        }),
        affinity: Type.Array(
          Type.Object({
            property: Type.String(),
            values: Type.Array(
              Type.Object({
                value: Type.String(),
                rank: Type.Integer(),
                score: Type.Number(),
                lastSeenAt: MaybeTime,
                events: Type.Record(Type.String(), Type.Integer(), {
                  description:
                    'How many events of each signal count towards it: of a day up to the daily cap.',
                }),
              }),
            ),
          }),
        ),
        recent: Type.Array(
          Type.Object({
            id: Type.String(),
            time: Time,
            kind: Type.String(),
            name: Type.String(),
            about: Type.String({ description: 'In a few words: a sku, a campaign, a page.' }),
          }),
          { description: 'Their last events, the latest first, at most 50.' },
        ),
      }),
    },
  },
  errors: ['not_found', 'invalid_query'],
});

export const readUserAffinity = consoleEndpoint({
  ...shared,
  id: 'readUserAffinity',
  method: 'GET',
  path: `${siteAddress}/users/affinity`,
  summary: 'What a person likes, and what says so',
  access: 'Viewer',
  params: SiteParams,
  query: UserQuery,
  answers: { 200: { description: 'The affinity', schema: AffinityDetail } },
  errors: ['not_found', 'invalid_query'],
});

export const readUserAffinitySources = consoleEndpoint({
  ...shared,
  id: 'readUserAffinitySources',
  method: 'GET',
  path: `${siteAddress}/users/affinity/sources`,
  summary: 'The events that a value was made of',
  access: 'Viewer',
  params: SiteParams,
  query: SourceQuery,
  answers: { 200: { description: 'The events, the latest first', schema: AffinitySources } },
  errors: ['not_found', 'invalid_query'],
});

export const editUserAffinity = consoleEndpoint({
  ...shared,
  id: 'editUserAffinity',
  method: 'POST',
  path: `${siteAddress}/users/affinity/edits`,
  summary: "Edit a person's affinity: set, boost or mute values",
  access: 'Editor',
  params: SiteParams,
  query: UserQuery,
  body: AffinityEdits,
  answers: { 200: { description: 'The affinity as it is now', schema: AffinityDetail } },
  errors: ['not_found', 'invalid_query'],
});

export const exportUser = consoleEndpoint({
  ...shared,
  id: 'exportUser',
  method: 'GET',
  path: `${siteAddress}/users/export`,
  summary: 'All that is known of a person, as a document',
  access: 'Admin',
  params: SiteParams,
  query: UserQuery,
  answers: { 200: { description: 'The document', schema: Type.Record(Type.String(), Json) } },
  errors: ['not_found', 'invalid_query'],
});

export const eraseUser = consoleEndpoint({
  ...shared,
  id: 'eraseUser',
  method: 'DELETE',
  path: `${siteAddress}/users`,
  summary: 'Erase a person, irreversibly',
  access: 'Admin',
  params: SiteParams,
  query: UserQuery,
  answers: {
    202: {
      description: 'Erased from everything that requests read; the rest is being erased',
      schema: Type.Object({ erasureId: Type.String() }),
    },
  },
  errors: ['not_found', 'invalid_query'],
});

export const readLive = consoleEndpoint({
  ...shared,
  id: 'readLive',
  method: 'GET',
  path: `${siteAddress}/live`,
  summary: 'The site’s last requests, decisions and events, as this node saw them',
  description:
    'They are gathered while somebody looks, and for 30 s after the last look: the first look ' +
    'shows nothing older. With several nodes each shows what it has answered itself; numbers rise ' +
    'with time on all of them. Requests without a known key, and those refused as too many at ' +
    'once before it was known whose they are, are not shown.',
  access: 'Viewer',
  params: SiteParams,
  query: Type.Object({
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: 'As `last` gave it.' }),
    ),
  }),
  answers: {
    200: {
      description: 'The latest first, at most 200',
      schema: Type.Object({
        last: Type.String(),
        entries: Type.Array(
          Type.Object({
            number: Type.Integer(),
            at: Time,
            kind: Type.Enum(['request', 'event', 'decision']),
            endpoint: Type.String({
              description: 'Its id, or `none`; of an event: its name; of a decision: its selector.',
            }),
            key: Type.Union([Type.String(), Type.Null()], { description: 'Its name.' }),
            status: Type.Union([Type.Integer(), Type.Null()]),
            ms: Type.Union([Type.Number(), Type.Null()]),
            traceId: Type.String(),
            isUsed: Type.Union([Type.Boolean(), Type.Null()], {
              description:
                'Of an event: does it count for anybody’s affinity? null: it depends on another.',
            }),
            why: Type.String({
              description:
                'A rejection: its code and message. An event: what it counts for, or why it does not ' +
                'count. A decision: what was served, and the reason.',
            }),
            user: Type.Union(
              [
                Type.Object({ id: Type.String(), name: Type.Union([CalledBy, Type.Null()]) }),
                Type.Null(),
              ],
              { description: 'Whose event or decision it is; without a name: anonymous.' },
            ),
            decisionId: Type.Union([Type.String(), Type.Null()], {
              description: 'The ID to replay a decision by, if the decision was logged.',
            }),
          }),
        ),
      }),
    },
  },
});
