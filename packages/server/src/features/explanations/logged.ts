// What the log has of a decision.
import { decodeEvent, type Event, type ValuesRead } from '@attune/core';
import type { Db } from '../../db/schema.ts';
import type { DecisionRecord } from '../decisions/index.ts';
import { dayText, selectRequestEvents } from '../events/index.ts';

export interface LoggedOutcome {
  readonly reason: string;
  readonly experienceId: number | null;
  readonly variationId: number | null;
  readonly propensity: number;
}

export interface Logged {
  readonly outcome: LoggedOutcome;
  readonly session: string;
  readonly values: ValuesRead;
}

/** The decision as it was logged; undefined where the log has none. */
export async function readLogged(
  db: Db,
  siteId: number,
  { request, time, campaignId }: DecisionRecord & { readonly request: string },
): Promise<Logged | undefined> {
  const rows = await selectRequestEvents(db, siteId, dayText(time), request);
  const events = rows.map(({ data }) => decodeEvent(JSON.parse(data)).event);
  for (const event of events) {
    const outcome = outcomeIn(event, campaignId);
    if (outcome) return { outcome, session: event.session, values: valuesIn(events) };
  }
  return undefined;
}

function valuesIn(events: readonly Event[]): ValuesRead {
  for (const event of events) if ('values' in event && event.values) return event.values;
  return {};
}

function outcomeIn(event: Event, campaignId: number): LoggedOutcome | undefined {
  if (event.kind === 'decision') return event.decided.find((one) => one.campaignId === campaignId);
  if (event.kind !== 'exposure' || event.campaignId !== campaignId) return undefined;
  const { experienceId, variationId, propensity, isKept } = event;
  return { reason: isKept ? 'assigned' : 'allocated', experienceId, variationId, propensity };
}
