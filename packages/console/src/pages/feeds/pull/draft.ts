// From where a feed is fetched, while it is edited.
import type { Answer } from '../../../api/endpoints.ts';

export type Pulled = Answer<'listPulls'>['pulls'][number];

export interface PullDraft {
  readonly name: string;
  readonly holds: 'all' | 'some';
  readonly onlyColumns: string[];
  readonly url: string;
  readonly isOn: boolean;
  readonly allowShrink: boolean;
  readonly when: 'every' | 'daily';
  readonly everyMinutes: number;
  readonly dailyAt: string;
  /** `kept`: as the service has it, which never shows it. */
  readonly proof: 'kept' | 'none' | 'basic' | 'header';
  readonly username: string;
  readonly password: string;
  readonly header: string;
}

export interface PartGiven {
  readonly draft: PullDraft;
  readonly set: (part: Partial<PullDraft>) => void;
}

/** What keeps a draft from being saved, by field: it would be another pull than is meant. */
export function errorsOf(
  { holds, onlyColumns, name }: PullDraft,
  others: readonly Pulled[],
): Readonly<Record<string, string>> {
  return {
    ...(holds === 'some' && onlyColumns.length === 0 && { onlyColumns: 'Name a column.' }),
    ...(others.some((other) => other.name === name) && {
      name: 'The feed has a pull of this name.',
    }),
  };
}

/** Of a pull, or of a new one beside others. */
export function draftOf(pull: Pulled | undefined, others: readonly Pulled[]): PullDraft {
  const holds = pull ? pull.onlyColumns.length > 0 : hasWhole(others);
  const schedule = pull?.schedule ?? { everyMinutes: holds ? 15 : 60 };
  return {
    name: pull?.name ?? (holds ? 'prices' : 'main'),
    ...{ holds: holds ? 'some' : 'all', onlyColumns: pull?.onlyColumns ?? [] },
    url: pull?.url ?? '',
    isOn: pull?.isOn ?? true,
    allowShrink: pull?.allowShrink ?? false,
    when: 'dailyAt' in schedule ? 'daily' : 'every',
    everyMinutes: 'everyMinutes' in schedule ? schedule.everyMinutes : 60,
    dailyAt: 'dailyAt' in schedule ? schedule.dailyAt : '04:00',
    proof: pull?.hasAuthorization ? 'kept' : 'none',
    ...{ username: '', password: '', header: '' },
  };
}

/** Does a pull fetch the whole feed? There is one such pull at most. */
export const hasWhole = (pulls: readonly Pulled[]) =>
  pulls.some(({ onlyColumns }) => onlyColumns.length === 0);

/** What to send; undefined leaves what there is, null takes it away. */
export function authorizationOf({ proof, username, password, header }: PullDraft) {
  if (proof === 'kept') return undefined;
  if (proof === 'basic') return { username, password };
  return proof === 'header' ? { header } : null;
}
