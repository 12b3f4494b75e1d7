// What a report of recommendations is asked for: its days, and the question for the log.
import type { Fault } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Site } from '../../../context.ts';
import { dayInZone } from '../../../day-in-zone.ts';
import { selectInstant } from '../reports/index.ts';
import type { Question } from './store.ts';

/** YYYY-MM-DD, both included; `asked`: the first one before retention cut it. */
export interface Days {
  readonly first: string;
  readonly last: string;
  readonly asked: string;
}

const dayMs = 86_400_000;
const usualDays = 28;
export const usualWindowDays = 7;
const mostDays = 200;

/** The days that are asked for. Throws `invalid_query`. */
export function daysOf(
  { now }: Pick<Context, 'now'>,
  site: Site,
  { from, to }: { readonly from?: string; readonly to?: string },
): Days {
  const today = dayInZone(site.settings.timeZone, now());
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && dayAfter(day, 0) !== day) throw refused(name, 'must be a day');
  }
  const last = to === undefined || to > today ? today : to;
  const first = from ?? dayAfter(last, 1 - usualDays)!;
  if (first > last) throw refused('from', 'must not be after `to`, and not in the future');
  if (first <= dayAfter(last, -mostDays)!) {
    throw refused('from', `must be less than ${mostDays} days before \`to\``);
  }
  const { eventsFrom } = site;
  if (eventsFrom !== null && last < eventsFrom) {
    throw refused('to', `must be ${eventsFrom} or later: events of before are past their term`);
  }
  return { first: first < (eventsFrom ?? '') ? eventsFrom! : first, last, asked: first };
}

/** A day so many days after another; undefined of what is no day. */
function dayAfter(day: string, days: number): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + days * dayMs).toISOString().slice(0, 10);
}

/** The question for the log of what was bought on some days, up to now. */
export async function questionOf(
  ctx: Pick<Context, 'db' | 'now'>,
  { id: siteId, settings: { currency, timeZone } }: Site,
  { first, last }: Pick<Days, 'first' | 'last'>,
  windowDays: number,
): Promise<Question> {
  const instant = (day: string) => selectInstant(ctx.db, day, timeZone);
  const asOf = ctx.now();
  return {
    ...{ siteId, currency, timeZone, windowDays, asOf: new Date(asOf) },
    from: new Date(await instant(first)),
    to: new Date(Math.min(await instant(dayAfter(last, 1)!), asOf)),
  };
}

function refused(name: string, detail: string): ApiError {
  const errors: Fault[] = [{ pointer: `/query/${name}`, detail }];
  return new ApiError('invalid_query', `The query is not valid: ${name} ${detail}.`, { errors });
}
