// Events: the whole log, a row for each event.
import { type Column, column } from '../columns.ts';
import { decimalText, eventColumns, jsonText, type LoggedEvent } from '../logged-event.ts';

/** What kinds of events say of themselves, where they do. */
type Facts = Partial<
  Record<
    | ('sku' | 'quantity' | 'value' | 'currency' | 'transactionId')
    | ('campaignId' | 'experienceId' | 'variationId'),
    unknown
  >
>;
const factsOf = ({ event }: LoggedEvent) => event as Facts;
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** What has a column of its own, or is told by one. */
const inColumns: ReadonlySet<string> = new Set([
  ...['id', 'time', 'name', 'kind', 'session', 'accounts', 'isInternal'],
  ...['sku', 'quantity', 'value', 'currency', 'transactionId'],
  ...['campaignId', 'experienceId', 'variationId'],
]);

function others({ event }: LoggedEvent): string | undefined {
  const left = Object.entries(event).filter(([name]) => !inColumns.has(name));
  return left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : undefined;
}

export const events: readonly Column<LoggedEvent>[] = [
  eventColumns.id,
  eventColumns.time,
  column(
    'kind',
    'text',
    'What happened: `product-view`, `purchase`, ...',
    ({ event }) => event.kind,
  ),
  column('name', 'text', 'The name that the sender gave it', ({ event }) => event.name),
  eventColumns.user,
  eventColumns.session,
  column(
    'account_ids',
    'json',
    'Ids of the accounts that the user acted for',
    ({ event }) => jsonText(event.accounts),
    'pseudonym',
  ),
  column(
    'is_identified',
    'boolean',
    'The person was known when it happened',
    ({ isIdentified }) => isIdentified,
  ),
  eventColumns.isInternal,
  eventColumns.isFromPage,
  column('sku', 'text', 'The product that it is about', (row) => textIn(factsOf(row).sku)),
  column('quantity', 'double', 'How many pieces', (row) => numberIn(factsOf(row).quantity)),
  column('value', 'decimal', 'The amount of money', (row) => decimalText(factsOf(row).value)),
  column('currency', 'text', "The currency of `value`; null: the site's", (row) =>
    textIn(factsOf(row).currency),
  ),
  column(
    'transaction_id',
    'text',
    'The order of a purchase or a refund',
    (row) => textIn(factsOf(row).transactionId),
    'pseudonym',
  ),
  column('campaign_id', 'int64', 'Of exposures, clicks and impressions: the campaign', (row) =>
    numberIn(factsOf(row).campaignId),
  ),
  column('experience_id', 'int64', 'The experience of the campaign', (row) =>
    numberIn(factsOf(row).experienceId),
  ),
  column('variation_id', 'int64', 'The variation of the experience', (row) =>
    numberIn(factsOf(row).variationId),
  ),
  column(
    'facts',
    'json',
    'All else that the event says: page, cart lines, identifiers, custom properties',
    others,
    'personal',
  ),
  column(
    'affinity',
    'json',
    'What it says of affinity: pairs of a signal and the values of properties that it counts for',
    ({ affinity }) => affinity || undefined,
    'personal',
  ),
];
