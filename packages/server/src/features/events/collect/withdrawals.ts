// Withdrawals of consent on their way to the worker: as durable as events, and in order with them.
import { partitionOf } from '@attune/core';
import type { KeyRecord, SiteSnapshot } from '../../../context.ts';
import type { Withdrawal } from '../../people/erasures/index.ts';
import { generatePersonId, type RequestUser } from '../../people/identity/index.ts';
import type { InboxLine } from './inbox/batch.ts';

export interface StoredWithdrawal extends Omit<Withdrawal, 'device'> {
  /** A release before withdrawals refuses it, and sets it aside. */
  readonly v: 4;
  readonly device: string | null;
}

/** The line of an explicit no; none where none is said, or nobody is named. */
export function withdrawnLines(
  {
    key,
    snapshot: { site },
  }: {
    readonly key: Pick<KeyRecord, 'source'>;
    readonly snapshot: { readonly site: Pick<SiteSnapshot['site'], 'id' | 'salt'> };
  },
  { consent, device, identifiers: names }: RequestUser,
): (InboxLine & { readonly events: number })[] {
  if (consent !== false) return [];
  const isClaim = key.source === 'Client-side';
  const identifiers = isClaim ? [] : names;
  const [main] = identifiers;
  const user = device ?? (main && generatePersonId(site.salt, main));
  if (user === undefined) return [];
  const stored: StoredWithdrawal = { v: 4, device: device ?? null, identifiers, isClaim };
  const text = JSON.stringify(stored);
  // Behind all that came of the same user before.
  return [{ siteId: site.id, partition: partitionOf(user), text, events: 0 }];
}

/** Reads one back. */
export function readWithdrawal({ device, identifiers, isClaim }: StoredWithdrawal): Withdrawal {
  return { device: device ?? undefined, identifiers, isClaim };
}
