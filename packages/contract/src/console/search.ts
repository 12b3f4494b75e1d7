// What the command palette finds on a site, of what the teammate may read.
import Type, { type Static } from 'typebox';
import { identifier } from '../common.ts';
import { SiteParams, siteAddress, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

/** What is found, in the order in which it is listed. */
export const foundKinds = [
  'campaign',
  'audience',
  'template',
  'feed',
  'strategy',
  'metric',
  'layer',
  'holdout',
  'key',
  'user',
] as const;

const Found = Type.Object({
  kind: Type.Enum([...foundKinds]),
  total: Type.Integer({ description: 'How many there are; `items` has the first 20.' }),
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Of a user: the name that was searched for.' }),
      name: Type.String(),
      detail: Type.String({
        description:
          'Of a campaign: its selector. Of a key: its source. Of a user: the type of the name.',
      }),
    }),
  ),
});

export const searchSite = consoleEndpoint({
  tag,
  id: 'searchSite',
  method: 'GET',
  path: `${siteAddress}/search`,
  summary: 'Find campaigns, audiences, templates, feeds, strategies, metrics, keys and users',
  description:
    'Finds things by a part of their names, ignoring case and accents, and users by a ' +
    'whole name. Leaves out archived things and what the teammate may not list. Values ' +
    'of keys are not searched.',
  access: 'Viewer',
  params: SiteParams,
  query: Type.Object({ q: identifier({ minLength: 1, maxLength: 250 }) }),
  answers: {
    200: {
      description: 'What was found, by kind',
      schema: Type.Object({ found: Type.Array(Found) }),
    },
  },
  errors: ['invalid_query'],
});

export type FoundOutput = Static<typeof Found>;
export type FoundKind = (typeof foundKinds)[number];
