// Copies between sites: chosen experiences of one, made on another one as drafts.
import Type, { type Static } from 'typebox';
import { Differences } from '../endpoints/manage/history.ts';
import { id } from '../endpoints/manage/versioned.ts';
import { SiteParams, siteAddress, siteName, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const ids = Type.Optional(Type.Array(id, { maxItems: 100 }));

const Thing = Type.Object({
  kind: Type.Enum(['campaign', 'audience', 'strategy', 'layer', 'metric', 'template']),
  name: Type.String(),
  action: Type.Enum(['create', 'change', 'unchanged', 'use'], {
    description: '`use`: it is there, what is copied refers to it, and it stays as it is.',
  }),
  isChosen: Type.Boolean({ description: 'false: what was chosen refers to it.' }),
  isDifferent: Type.Optional(
    Type.Boolean({ description: 'Of what is used: is it another one there?' }),
  ),
  id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'On the other site; null for what is not made yet.',
  }),
  differences: Differences,
});

const Need = Type.Object({
  kind: Type.Enum([
    'feed',
    'identifier type',
    'affinity property',
    'attribute',
    'members',
    'check',
  ]),
  name: Type.String(),
  neededBy: Type.String(),
  detail: Type.String(),
});

export const copyExperiences = consoleEndpoint({
  tag,
  id: 'copyExperiences',
  method: 'POST',
  path: `${siteAddress}/copies`,
  summary: 'Copy campaigns, audiences, strategies and templates to another site, as drafts',
  description:
    'Matches things by name, and campaigns by selector. Things that they refer to are ' +
    'copied too, unless the other site has one of that name. Nothing is published, and ' +
    'live versions stay live. Without `fingerprint`, the answer says what a copy would ' +
    'do; with the `fingerprint` of that answer, it does all of it or nothing. The ' +
    'teammate must be an Editor of the other site.',
  access: 'Viewer',
  params: SiteParams,
  body: Type.Object({
    to: siteName,
    campaigns: ids,
    audiences: ids,
    strategies: ids,
    templates: ids,
    fingerprint: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answers: {
    200: {
      description: 'What is done, or would be',
      schema: Type.Object({
        isDone: Type.Boolean(),
        fingerprint: Type.String({ description: 'Of what was said.' }),
        things: Type.Array(Thing),
        needs: Type.Array(Need, {
          description: 'Things that the other site lacks and a copy cannot bring.',
        }),
      }),
    },
  },
  errors: ['not_found', 'conflict', 'role_missing', 'invalid_request'],
});

export type CopyInput = Static<typeof copyExperiences.body>;
export type CopyOutput = Static<(typeof copyExperiences.answers)[200]['schema']>;
