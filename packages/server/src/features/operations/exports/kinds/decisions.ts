// Decisions: what was decided of each campaign, with the attribute values that were read.
import type { Event, LoggedDecision, ValuesRead } from '@attune/core';
import { type Column, column } from '../columns.ts';
import { jsonText, type LoggedEvent } from '../logged-event.ts';

interface LoggedRequest {
  readonly request: string;
  readonly logged: LoggedEvent;
  readonly revision: number;
  /** JSON; undefined: nothing was read. */
  readonly values: string | undefined;
}

export interface DecisionRow extends LoggedRequest {
  readonly decided: LoggedDecision & { readonly holdoutId?: number };
}

/** Of a request's several exposures, each has its place behind the request's id. */
const requestOf = (id: string) => id.replace(/:h?\d+$/, '');

/**
 * The decisions in exposures and logged decisions, which come in the order of their ids: what a
 * request read is logged with the first of its events.
 */
export async function* decisionsIn(
  events: AsyncIterable<readonly LoggedEvent[]>,
): AsyncGenerator<readonly DecisionRow[]> {
  let last: LoggedRequest | undefined;
  for await (const some of events) {
    const rows: DecisionRow[] = [];
    for (const logged of some) {
      const { event } = logged;
      if (event.kind !== 'exposure' && event.kind !== 'decision') continue;
      const request = requestOf(logged.id);
      const values = readBy(event) ?? (last?.request === request ? last.values : undefined);
      last = { request, logged, revision: event.revision, values };
      for (const decided of decidedIn(event)) rows.push({ ...last, decided });
    }
    if (rows.length > 0) yield rows;
  }
}

const readBy = ({ values }: { readonly values?: ValuesRead }) => jsonText(values);

function decidedIn(
  event: Extract<Event, { kind: 'exposure' | 'decision' }>,
): readonly DecisionRow['decided'][] {
  if (event.kind === 'decision') return event.decided;
  const { campaignId, experienceId, variationId, propensity, holdoutId, isKept } = event;
  const given = isKept ? 'assigned' : 'allocated';
  const reason = holdoutId === undefined ? given : 'holdout';
  const one = { campaignId, experienceId, variationId, propensity, reason };
  return [{ ...one, ...(holdoutId !== undefined && { holdoutId }) }];
}

export const decisions: readonly Column<DecisionRow>[] = [
  column(
    ...(['request_id', 'text'] as const),
    'The request that was answered; its rows are those of its campaigns',
    ({ request }) => request,
    'pseudonym',
  ),
  column('time', 'timestamp', 'When it was decided', ({ logged }) => logged.event.time),
  column(
    ...(['user_id', 'int64'] as const),
    'The user in whose profile it is',
    ({ logged }) => logged.userId,
    'pseudonym',
  ),
  column(
    ...(['session_id', 'text'] as const),
    'The visit',
    ({ logged }) => logged.event.session || undefined,
    'pseudonym',
  ),
  column(
    ...(['is_internal', 'boolean'] as const),
    "It is of the site's own people: no report counts it",
    ({ logged }) => logged.event.isInternal === true,
  ),
  column('campaign_id', 'int64', 'The campaign', ({ decided }) => decided.campaignId),
  column(
    ...(['experience_id', 'int64'] as const),
    'The experience that matched; null: none did',
    ({ decided }) => decided.experienceId ?? undefined,
  ),
  column(
    ...(['variation_id', 'int64'] as const),
    'The variation; of a holdout the one that was withheld; null: none',
    ({ decided }) => decided.variationId ?? undefined,
  ),
  column(
    ...(['reason', 'text'] as const),
    'Why: `allocated`, `assigned`, `holdout`, or why there is no variation',
    ({ decided }) => decided.reason,
  ),
  column(
    ...(['holdout_id', 'int64'] as const),
    'The holdout, where that is the reason',
    ({ decided }) => decided.holdoutId,
  ),
  column(
    ...(['propensity', 'double'] as const),
    'The probability of the variation',
    ({ decided }) => decided.propensity,
  ),
  column(
    ...(['revision', 'int64'] as const),
    "The revision of the site's configuration that decided",
    ({ revision }) => revision,
  ),
  column(
    ...(['values', 'json'] as const),
    'The attribute values that the decisions of the request read',
    ({ values }) => values,
    'personal',
  ),
];
