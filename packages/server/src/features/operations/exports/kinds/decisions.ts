// Decisions: what was decided of each campaign, with the attribute values that were read.
import type { Event, LoggedDecision, ValuesRead } from '@attune/core';
import { type Column, column } from '../columns.ts';
import { eventColumns, jsonText, type LoggedEvent } from '../logged-event.ts';

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

/** A column of the event that a decision is logged with. */
const ofLogged = ({ of, ...column }: Column<LoggedEvent>): Column<DecisionRow> => ({
  ...column,
  of: ({ logged }) => of(logged),
});

export const decisions: readonly Column<DecisionRow>[] = [
  column(
    'request_id',
    'text',
    'The request that was answered; its rows are those of its campaigns',
    ({ request }) => request,
    'pseudonym',
  ),
  { ...ofLogged(eventColumns.time), about: 'When it was decided' },
  ofLogged(eventColumns.user),
  ofLogged(eventColumns.session),
  ofLogged(eventColumns.isInternal),
  column('campaign_id', 'int64', 'The campaign', ({ decided }) => decided.campaignId),
  column(
    'experience_id',
    'int64',
    'The experience that matched; null: none did',
    ({ decided }) => decided.experienceId ?? undefined,
  ),
  column(
    'variation_id',
    'int64',
    'The variation; of a holdout the one that was withheld; null: none',
    ({ decided }) => decided.variationId ?? undefined,
  ),
  column(
    'reason',
    'text',
    'Why: `allocated`, `assigned`, `holdout`, or why there is no variation',
    ({ decided }) => decided.reason,
  ),
  column(
    'holdout_id',
    'int64',
    'The holdout, where that is the reason',
    ({ decided }) => decided.holdoutId,
  ),
  column(
    'propensity',
    'double',
    'The probability of the variation',
    ({ decided }) => decided.propensity,
  ),
  column(
    'revision',
    'int64',
    "The revision of the site's configuration that decided",
    ({ revision }) => revision,
  ),
  column(
    'values',
    'json',
    'The attribute values that the decisions of the request read',
    ({ values }) => values,
    'personal',
  ),
];
