// Outcomes: what users of campaigns did that reports count, and which variation it counts for.
import {
  type AttributedOutcome,
  campaignsWithOutcomes,
  readOutcomes,
} from '../../../insights/reports/index.ts';
import { type Column, column } from '../columns.ts';
import type { ExportKind } from '../part.ts';
import { atOneMoment } from '../store.ts';

/** A campaign is a part. A refund or a sign-in changes outcomes of the past: each is made anew. */
export const parts: ExportKind<AttributedOutcome>['parts'] = async function* parts(source) {
  const { ctx, snapshot, client } = source;
  for (const id of campaignsWithOutcomes(snapshot)) {
    const rows = () => atOneMoment(client, () => readOutcomes(ctx, snapshot, client, id));
    const open = async () => ({ version: undefined, rows: rows() });
    yield { folder: `campaign=${id}`, version: undefined, open };
  }
};

export const outcomes: readonly Column<AttributedOutcome>[] = [
  column('experience_id', 'int64', 'The experience', ({ experienceId }) => BigInt(experienceId)),
  column(
    'variation_id',
    'int64',
    'The variation of the first exposure, for which it counts',
    ({ variationId }) => BigInt(variationId),
  ),
  column('metric_id', 'int64', 'The metric', ({ metricId }) => metricId),
  column('metric', 'text', 'Its name', ({ metricName }) => metricName),
  column('event_id', 'text', 'The event', ({ eventId }) => eventId ?? undefined, 'pseudonym'),
  column('time', 'timestamp', 'When it happened', ({ time }) => time.getTime()),
  column('exposed_at', 'timestamp', 'The first exposure that it counts from', ({ exposedAt }) =>
    exposedAt.getTime(),
  ),
  column(
    'unit_id',
    'int64',
    'The person, device or account that the campaign counts as one user',
    ({ unitId }) => BigInt(unitId),
    'pseudonym',
  ),
  column(
    'person_id',
    'int64',
    'The person who did it',
    ({ personId }) => BigInt(personId),
    'pseudonym',
  ),
  column(
    'amount',
    'double',
    'What is summed, without what was refunded; 1 where events are counted',
    ({ amount }) => amount,
  ),
  column(
    'is_foreign',
    'boolean',
    "An amount in another currency than the site's: not summed",
    ({ isForeign }) => isForeign,
  ),
  column(
    'is_mixed',
    'boolean',
    'The unit saw several variations, and counts for none',
    ({ isMixed }) => isMixed,
  ),
  column(
    'allocation_version',
    'integer',
    'Which weights of the experience the unit was drawn by',
    ({ allocationVersion }) => allocationVersion,
  ),
];
