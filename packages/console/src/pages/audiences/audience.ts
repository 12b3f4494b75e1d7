// An audience as the console talks of it, and who refers to it.
import type { AudienceInput } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { forEverybody, type Targeting, targetingOf } from '../../conditions/targeting.ts';

export type Audience = Answer<'readAudience'>;

export const limit = 20;

export const stale = [consoleApi.listAudiences, consoleApi.readAudience, consoleApi.listAudit];

/** An audience while it is being edited. */
export interface Draft {
  readonly name: string;
  readonly notes: string;
  readonly kind: 'condition' | 'list';
  readonly targeting: Targeting;
}

export const emptyDraft: Draft = {
  name: '',
  notes: '',
  kind: 'condition',
  targeting: forEverybody,
};

export function draftOf({ name, notes = '', kind = 'condition', condition }: AudienceInput): Draft {
  return { name, notes, kind, targeting: targetingOf(condition) };
}

/** What to send; `condition` is what the targeting was read as. */
export function bodyOf({ name, notes, kind }: Draft, condition: object): AudienceInput {
  return {
    name: name.trim(),
    ...(notes && { notes }),
    kind,
    ...(kind === 'condition' && {
      condition: condition as NonNullable<AudienceInput['condition']>,
    }),
  };
}
