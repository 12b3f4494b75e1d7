// Exposures: which variation a user got, or was kept from by a holdout, a row for each time.
import type { Event } from '@attune/core';
import { type Column, column } from '../columns.ts';
import { eventColumns, jsonText, type LoggedEvent } from '../logged-event.ts';

type Exposed = Extract<Event, { kind: 'exposure' }>;

const exposed = (
  name: string,
  type: Column<LoggedEvent>['type'],
  about: string,
  of: (exposure: Exposed) => ReturnType<Column<LoggedEvent>['of']>,
  personal?: Column<LoggedEvent>['personal'],
): Column<LoggedEvent> => column(name, type, about, ({ event }) => of(event as Exposed), personal);

export const exposures: readonly Column<LoggedEvent>[] = [
  eventColumns.id,
  eventColumns.time,
  eventColumns.user,
  eventColumns.session,
  eventColumns.isInternal,
  eventColumns.isFromPage,
  exposed('campaign_id', 'int64', 'The campaign', ({ campaignId }) => campaignId),
  exposed('experience_id', 'int64', 'Its experience', ({ experienceId }) => experienceId),
  exposed('variation_id', 'int64', 'The variation', ({ variationId }) => variationId),
  exposed(
    'holdout_id',
    'int64',
    'The holdout that kept the variation from the user; null: none did',
    ({ holdoutId }) => holdoutId,
  ),
  exposed(
    'draw',
    'text',
    'The draw that it was assigned by: a restart begins another; null: it sticks to none',
    ({ assignment }) => assignment?.key,
  ),
  exposed(
    'allocation_version',
    'integer',
    'Which weights of the experience it was drawn by',
    ({ allocationVersion }) => allocationVersion,
  ),
  exposed(
    'propensity',
    'double',
    'The probability of the variation',
    ({ propensity }) => propensity,
  ),
  exposed('is_kept', 'boolean', 'The user had it before: this was no draw', ({ isKept }) => isKept),
  exposed(
    'unit_kind',
    'text',
    '`device` or `account`, where that is what the campaign counts and not the user',
    ({ unit }) => unit?.kind,
  ),
  exposed(
    'unit_id',
    'int64',
    'The id of that device or account',
    ({ unit }) => (unit ? BigInt(unit.id) : undefined),
    'pseudonym',
  ),
  exposed('device', 'text', 'desktop, mobile, ...', ({ visitor }) => visitor?.device),
  exposed('browser', 'text', 'safari, chrome, ...', ({ visitor }) => visitor?.browser),
  exposed(
    'is_returning',
    'boolean',
    'The user was there before this visit',
    ({ visitor }) => visitor?.isReturning,
  ),
  exposed(
    'revision',
    'int64',
    "The revision of the site's configuration",
    ({ revision }) => revision,
  ),
  exposed(
    'recommended',
    'json',
    'Recommended items: lists of slot, SKU, step of the strategy and, where drawn, probability',
    ({ recommended }) => jsonText(recommended),
  ),
  exposed(
    'list',
    'json',
    'The recommended list: strategy, type of page, number of slots',
    ({ list }) => jsonText(list),
  ),
];
