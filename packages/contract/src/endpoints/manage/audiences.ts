// Audiences: conditions with a name, which campaigns and other audiences refer to.
import Type, { type Static } from 'typebox';
import { history } from './history.ts';
import { Condition, managed, name } from './managed.ts';

const AudienceBody = Type.Object({
  name,
  condition: Condition,
});
const Audience = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  audience: AudienceBody,
});

const kind = {
  id: 'Audience',
  path: '/v2/audiences',
  tag: 'Audiences',
  noun: 'audience',
  body: AudienceBody,
  output: Audience,
} as const;

export const audiences = managed(kind);
export const audienceHistory = history(kind);

export type AudienceInput = Static<typeof AudienceBody>;
