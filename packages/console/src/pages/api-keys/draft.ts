// A key as it is being written down in the form, and what the service is sent of it.
import type { consoleApi, Permission, Source } from '@attune/contract';
import type { SentTo } from '../../api/endpoints.ts';
import type { Key } from './key.ts';

type CreateBody = SentTo<typeof consoleApi.createKey>['body'];
type ChangeBody = SentTo<typeof consoleApi.changeKey>['body'];

export interface Draft {
  readonly name: string;
  readonly notes: string;
  readonly source: Source;
  readonly permissions: readonly Permission[];
  /** A day, as date fields have it: `2026-11-21`; the key ends with it, in UTC. */
  readonly lastDay: string;
  /** Lines. */
  readonly origins: string;
  readonly rateLimit: number | '';
  readonly rateBurst: number | '';
  readonly isCompatible: boolean;
  readonly isShownOnce: boolean;
}

/** What the parts of the form are given. */
export interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faultOf: (field: string) => string | undefined;
}

export const emptyDraft: Draft = {
  name: '',
  notes: '',
  source: 'Server-side',
  permissions: [],
  lastDay: '',
  origins: '',
  rateLimit: '',
  rateBurst: '',
  isCompatible: false,
  isShownOnce: false,
};

export function draftOf(key: Key): Draft {
  return {
    name: key.name,
    notes: key.notes,
    source: key.source,
    permissions: key.permissions,
    lastDay: key.expiresAt?.slice(0, 10) ?? '',
    origins: (key.allowedOrigins ?? []).join('\n'),
    rateLimit: key.rateLimit ?? '',
    rateBurst: key.rateBurst ?? '',
    isCompatible: key.compatibility,
    isShownOnce: false,
  };
}

/** Has it anything of the folded part? */
export function isRestricted(draft: Draft): boolean {
  const { lastDay, origins, rateLimit, isCompatible, isShownOnce } = draft;
  return lastDay !== '' || origins !== '' || rateLimit !== '' || isCompatible || isShownOnce;
}

/** What to create. */
export function creationOf({ source, isShownOnce, ...draft }: Draft): CreateBody {
  const { name, notes, permissions, ...restrictions } = changeOf({
    ...draft,
    source,
    isShownOnce,
  });
  const set = Object.entries(restrictions).filter(([, value]) => value !== null && value !== false);
  return {
    name,
    permissions,
    source,
    ...(notes && { notes }),
    ...Object.fromEntries(set),
    ...(isShownOnce && { showOnce: true }),
  };
}

/** What to change; null takes a restriction away. The exact end of `before` stays on its day. */
export function changeOf(draft: Draft, before?: Key): ChangeBody {
  const { name, notes, permissions, lastDay, rateLimit, rateBurst } = draft;
  const origins = draft.origins.split(/\s+/).filter(Boolean);
  const isSameDay = before?.expiresAt?.startsWith(lastDay) && lastDay !== '';
  return {
    name: name.trim(),
    notes,
    permissions: [...permissions],
    expiresAt: isSameDay ? (before?.expiresAt ?? null) : endOf(lastDay),
    allowedOrigins: origins.length > 0 ? origins : null,
    rateLimit: rateLimit === '' ? null : rateLimit,
    rateBurst: rateLimit === '' || rateBurst === '' ? null : rateBurst,
    compatibility: draft.isCompatible,
  };
}

function endOf(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59Z`;
}
