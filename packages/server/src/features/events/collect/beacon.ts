// Reads what a page sends as it goes: events, engagements or both.
import type { BeaconInput } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { eventsOf } from './collect.ts';
import { engagementsOf } from './engagements.ts';
import { type Collected, type Collector, collected, readSender, type Unread } from './reading.ts';
import { withdrawnLines } from './withdrawals.ts';

/**
 * Entries of what a page sends as it goes: events, engagements or both, each as far as they are
 * good. Throws `invalid_request` where there is nothing that can be read.
 */
export function readBeacon(ctx: Context, by: Collector, request: BeaconInput): Collected {
  const { events = [], engagements = [] } = request;
  const unread: Unread = { passedOver: [], faults: [] };
  if (events.length === 0 && engagements.length === 0) {
    unread.faults.push({ pointer: '', detail: 'needs events or engagements' });
  }
  const { userAgent } = request.context?.device ?? {};
  const user = readSender(by, request.user, unread.passedOver, userAgent);
  const parts = [
    eventsOf(ctx, by, user, { ...request, events }, unread),
    engagementsOf(ctx, by, user, { ...request, engagements }, unread),
  ];
  return collected(parts, unread, withdrawnLines(by, user));
}
