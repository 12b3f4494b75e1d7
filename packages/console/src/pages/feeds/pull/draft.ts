// From where a feed is fetched, while it is edited.
import type { Answer } from '../../../api/endpoints.ts';

export interface PullDraft {
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

export function draftOf(pull: Answer<'readPull'>['pull']): PullDraft {
  const schedule = pull?.schedule ?? { everyMinutes: 60 };
  return {
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

/** What to send; undefined leaves what there is, null takes it away. */
export function authorizationOf({ proof, username, password, header }: PullDraft) {
  if (proof === 'kept') return undefined;
  if (proof === 'basic') return { username, password };
  return proof === 'header' ? { header } : null;
}
