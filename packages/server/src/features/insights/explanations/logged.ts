// What the log has of a decision.
import { decodeEvent, type Event, type RecordedSlot, type ValuesRead } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { dayText, selectRequestEvents } from '../../events/collect/index.ts';
import type { DecisionRecord } from '../../events/decision-ids/index.ts';

export interface LoggedOutcome {
  readonly reason: string;
  readonly experienceId: number | null;
  readonly variationId: number | null;
  readonly propensity: number;
  /** All that was given, or withheld; undefined where the log has the first alone. */
  readonly variationIds?: number[];
  /** What was recommended, or how a list was sorted. */
  readonly recommended?: readonly RecordedSlot[];
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
  { request, time, campaignId }: DecisionRecord,
): Promise<Logged | undefined> {
  const rows = await selectRequestEvents(db, siteId, dayText(time), request);
  const events = rows.map(({ data }) => decodeEvent(JSON.parse(data)).event);
  const [session] = events.map((event) => event.session);
  const outcome = decidedIn(events, campaignId) ?? exposedIn(events, campaignId);
  return outcome && { outcome, session: session ?? '', values: valuesIn(events) };
}

function valuesIn(events: readonly Event[]): ValuesRead {
  for (const event of events) if ('values' in event && event.values) return event.values;
  return {};
}

function decidedIn(events: readonly Event[], campaignId: number): LoggedOutcome | undefined {
  const decided = events.flatMap((event) => (event.kind === 'decision' ? event.decided : []));
  return decided.find((one) => one.campaignId === campaignId);
}

function exposedIn(events: readonly Event[], campaignId: number): LoggedOutcome | undefined {
  const exposures = events
    .flatMap((event) => (event.kind === 'exposure' ? [event] : []))
    .filter((one) => one.campaignId === campaignId);
  const [first] = exposures;
  if (!first) return undefined;
  const { experienceId, variationId, propensity, isKept, holdoutId, recommended } = first;
  const reason = isKept ? 'assigned' : 'allocated';
  return {
    reason: holdoutId === undefined ? reason : 'holdout',
    ...{ experienceId, propensity },
    variationId: holdoutId === undefined ? variationId : null,
    variationIds: exposures.map((one) => one.variationId),
    ...(recommended && { recommended }),
  };
}
