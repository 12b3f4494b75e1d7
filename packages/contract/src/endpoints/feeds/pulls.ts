// Feeds that are fetched from an address by a schedule.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { Detection, Reading } from './reading.ts';
import { FeedParams, maybe, Next, Paging, shared, Time } from './shared.ts';

const Schedule = named(
  'PullSchedule',
  Type.Union([
    Type.Object({ everyMinutes: Type.Integer({ minimum: 5, maximum: 10_080 }) }),
    Type.Object({
      dailyAt: Type.String({
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        description: "In the site's time zone.",
      }),
    }),
  ]),
);

const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  description: 'Names the pull among those of the feed; `main` unless given.',
});
const Named = Type.Object({ name: Type.Optional(name) });

const S3 = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Such as `https://s3.eu-central-1.amazonaws.com`.',
    }),
    region: Type.String({ pattern: '^[a-z0-9-]{1,50}$' }),
  },
  { description: 'Where the bucket of an `s3://` address is.' },
);
const hostKey = Type.String({
  pattern: '^SHA256:[A-Za-z0-9+/]{43}$',
  description: 'The host key of an SFTP server that was accepted, as `ssh-keygen -l` shows it.',
});

const settings = {
  isOn: Type.Boolean({ description: 'Is it fetched by the schedule?' }),
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description:
      '`https://` or `http://`, `sftp://host:port/path` (`/~/` for the home folder), or ' +
      '`s3://bucket/key`; without a name and password in it. Credentials in its query are kept ' +
      'sealed and shown as `***`, which keeps them for the same host.',
  }),
  schedule: Schedule,
  reading: Reading,
  allowShrink: Type.Boolean({ description: 'Let more than half of the items go.' }),
  onlyColumns: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'The columns that the file changes in items that are there, by their sku; nothing else ' +
      'changes. Empty: the file is the whole feed, which one pull of a feed may fetch.',
  }),
};

const Authorization = Type.Union(
  [
    Type.Object({ header: Type.String({ minLength: 1, maxLength: 4_000 }) }),
    Type.Object({
      username: Type.String({ maxLength: 200 }),
      password: Type.String({ maxLength: 200 }),
    }),
    Type.Object({
      username: Type.String({ maxLength: 200 }),
      privateKey: Type.String({ minLength: 1, maxLength: 20_000 }),
      passphrase: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    Type.Object({
      accessKeyId: Type.String({ minLength: 1, maxLength: 200 }),
      secretAccessKey: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    Type.Null(),
  ],
  {
    description:
      'The header `Authorization`, as it is or as HTTP Basic has it; of SFTP a user with a ' +
      'password or a private key; of S3 an access key. null takes it away. Kept sealed, used ' +
      'for the host of `url` alone, and never shown again.',
  },
);

const PullBody = Type.Object({
  isOn: Type.Optional(settings.isOn),
  url: settings.url,
  schedule: settings.schedule,
  reading: Type.Optional(settings.reading),
  allowShrink: Type.Optional(settings.allowShrink),
  onlyColumns: Type.Optional(settings.onlyColumns),
  hostKey: Type.Optional(hostKey),
  s3: Type.Optional(S3),
  authorization: Type.Optional(Authorization),
});

const PullSource = Type.Object({
  url: settings.url,
  reading: Type.Optional(settings.reading),
  hostKey: Type.Optional(hostKey),
  s3: Type.Optional(S3),
  authorization: Type.Optional(Authorization),
});

const Run = named(
  'PullRun',
  Type.Object({
    id: Type.String(),
    name,
    startedAt: Time,
    endedAt: maybe(Time),
    by: Type.String({ description: 'The teammate or key that started it; "" for the schedule.' }),
    status: Type.Enum(['running', 'taken', 'unchanged', 'failed']),
    detail: Type.String({ description: 'Why it failed, or what was found.' }),
    bytes: Type.Integer({ description: 'Received.' }),
    accepted: Type.Integer({ description: 'Rows.' }),
    rejected: Type.Integer({ description: 'Rows.' }),
    revision: maybe(Type.Integer({ description: 'That it made.' })),
  }),
);

const Pull = named(
  'FeedPull',
  Type.Object({
    name,
    ...settings,
    hostKey: Type.Optional(hostKey),
    s3: Type.Optional(S3),
    hasAuthorization: Type.Boolean(),
    changedAt: Time,
    nextAt: maybe(Time),
    failures: Type.Integer({
      description: 'In a row; each doubles the time until the next attempt.',
    }),
    lastRun: maybe(Run),
  }),
);

const MaybePull = Type.Object({ pull: maybe(Pull) });

export const listPulls = endpoint({
  ...shared,
  id: 'listFeedPulls',
  method: 'GET',
  path: '/v2/feeds/{feedId}/pulls',
  summary: 'List from where a feed is fetched: the whole of it, and some of its columns',
  params: FeedParams,
  answers: {
    200: {
      description: 'All of them, the whole one first',
      schema: Type.Object({ pulls: Type.Array(Pull) }),
    },
  },
  errors: ['not_found'],
});

export const readPull = endpoint({
  ...shared,
  id: 'readFeedPull',
  method: 'GET',
  path: '/v2/feeds/{feedId}/pull',
  summary: 'Read from where a feed is fetched, when, and how that went',
  params: FeedParams,
  query: Named,
  answers: { 200: { description: 'null: it is not fetched', schema: MaybePull } },
  errors: ['not_found'],
});

export const replacePull = endpoint({
  ...shared,
  id: 'replaceFeedPull',
  method: 'PUT',
  path: '/v2/feeds/{feedId}/pull',
  summary: 'Have a feed fetched from an address by a schedule',
  description:
    'All hosts of the address and its redirects must be public. A fetch that fails ' +
    'leaves the feed as it is. A missing `authorization` keeps the saved one, unless the ' +
    'host changes. A feed has up to 10 pulls, one of which fetches all of it.',
  params: FeedParams,
  query: Named,
  body: PullBody,
  answers: { 200: { description: 'It is', schema: MaybePull } },
  errors: ['not_found'],
});

export const deletePull = endpoint({
  ...shared,
  id: 'deleteFeedPull',
  method: 'DELETE',
  path: '/v2/feeds/{feedId}/pull',
  summary: 'Stop fetching a feed; its items stay',
  params: FeedParams,
  query: Named,
  answers: { 204: { description: 'It is not' } },
  errors: ['not_found'],
});

export const testPull = endpoint({
  ...shared,
  id: 'testFeedPull',
  method: 'POST',
  path: '/v2/feeds/{feedId}/pull/test',
  summary: 'Try to fetch a file, without saving or changing anything',
  description:
    'Takes at most 60 seconds and 64 MiB. A missing `authorization` is the saved one, unless ' +
    'the host is another.',
  params: FeedParams,
  query: Named,
  body: PullSource,
  answers: {
    200: {
      description: 'How it went',
      schema: Type.Object({
        isOk: Type.Boolean(),
        detail: Type.String({
          description: 'Says what was found, or why the file cannot be read.',
        }),
        hostKey: maybe(
          Type.String({
            description: 'Of an SFTP server whose key was not accepted: the one that it has.',
          }),
        ),
        detection: maybe(Detection),
      }),
    },
  },
  errors: ['not_found'],
});

export const runPull = endpoint({
  ...shared,
  id: 'runFeedPull',
  method: 'POST',
  path: '/v2/feeds/{feedId}/pull/run',
  summary: 'Have a feed fetched now',
  description: 'A worker begins within seconds; the runs show its progress.',
  params: FeedParams,
  query: Named,
  answers: { 202: { description: 'It is due', schema: MaybePull } },
  errors: ['not_found', 'conflict'],
});

export const listPullRuns = endpoint({
  ...shared,
  id: 'listFeedPullRuns',
  method: 'GET',
  path: '/v2/feeds/{feedId}/pull/runs',
  summary: 'List how the last fetches went',
  params: FeedParams,
  query: Type.Object({
    ...Paging,
    name: Type.Optional({ ...name, description: 'Only of this pull.' }),
  }),
  answers: {
    200: {
      description: 'A page, the newest first; the last 200 of each pull are kept',
      schema: Type.Object({ runs: Type.Array(Run), next: Next }),
    },
  },
  errors: ['not_found'],
});

export type PullSourceInput = Static<typeof PullSource>;
export type PullInput = Static<typeof PullBody>;
export type PullOutput = Static<typeof Pull>;
export type PullRunOutput = Static<typeof Run>;
