// An audience as it is edited, and what the pages of audiences say of their versions.
import type { AudienceInput } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';
import { consoleApi } from '../../api/endpoints.ts';
import {
  conditionOf,
  forEverybody,
  type Targeting,
  targetingOf,
} from '../../conditions/targeting.ts';
import { sayChange } from '../../conditions/words/say.ts';
import type { Difference } from '../../ui/differences-shown.tsx';
import type { Fault, Kind } from '../../versioned/kind.ts';

export type Audience = Answer<'readAudience'>;

export const stale = [
  consoleApi.listAudiences,
  consoleApi.readAudience,
  consoleApi.listAudienceVersions,
  consoleApi.listAudit,
];

/** An audience while it is being edited. */
export interface Draft {
  readonly name: string;
  readonly notes: string;
  readonly kind: 'condition' | 'list';
  readonly targeting: Targeting;
}

function draftOf({ name, notes = '', kind = 'condition', condition }: AudienceInput): Draft {
  return { name, notes, kind, targeting: targetingOf(condition) };
}

function bodyOf({ name, notes, kind, targeting }: Draft) {
  const parsed = conditionOf(targeting);
  const faults: Fault[] = (kind === 'condition' ? parsed.faults : []).map(
    ({ pointer, detail }) => ({ pointer: `/condition${pointer}`, detail }),
  );
  const body: AudienceInput = {
    name: name.trim(),
    ...(notes && { notes }),
    kind,
    ...(kind === 'condition' && {
      condition: parsed.condition as NonNullable<AudienceInput['condition']>,
    }),
  };
  return { body, faults };
}

const parts = [
  ['name', 'Name'],
  ['notes', 'Notes'],
  ['kind', 'Kind'],
  ['condition', 'Condition'],
] as const;

/** A condition is said as a whole, in a sentence. */
function differencesBetween(before: AudienceInput, after: AudienceInput): Difference[] {
  return parts.flatMap(([part, at]): Difference[] => {
    const [one, other] = [before[part], after[part]];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [was, is] = part === 'condition' ? sayChange(one, other) : [say(one), say(other)];
    return [{ at, change: 'changed', before: was, after: is }];
  });
}

const say = (value: unknown) => (value === undefined || value === '' ? 'none' : String(value));

export const audienceKind: Kind<Audience, AudienceInput, Draft> = {
  noun: 'audience',
  endpoints: {
    read: consoleApi.readAudience,
    create: consoleApi.createAudience,
    replace: consoleApi.replaceAudience,
    restore: consoleApi.restoreAudience,
    versions: consoleApi.listAudienceVersions,
    version: consoleApi.readAudienceVersion,
  },
  stale,
  bodyIn: ({ audience }) => audience,
  ...{ draftOf, bodyOf, differencesBetween },
  empty: { name: '', notes: '', kind: 'condition', targeting: forEverybody },
  save: 'Save',
  restore: 'Restore',
  sayRestored: (what) =>
    `The audience becomes what ${what} was, as a new version. Campaigns that use it follow at once. Members of a list are not part of its versions.`,
};
