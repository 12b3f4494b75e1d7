// When a campaign serves: times as they were written, as moments, and on the clock of the site.
import type { CampaignInput, Fault } from '@attune/contract';
import { formatZoned, parseInstant, parseZoned, type Schedule } from '@attune/core';

/** The ends of a schedule, by their names. */
const ends = ['start', 'end'] as const;
type Given = CampaignInput['schedule'];

/**
 * A schedule as it is stored: a time without a zone becomes a moment, by the site's clock of now,
 * so that nothing moves should the site change its zone.
 */
export function acceptSchedule(given: Given, timeZone: string): Schedule | undefined {
  if (given === undefined) return undefined;
  const schedule: Schedule = {};
  for (const end of ends) {
    const text = given[end];
    if (text !== undefined) schedule[end] = parseZoned(text, timeZone)?.text ?? text;
  }
  return schedule;
}

/** What is wrong with a schedule as it was given. */
export function validateSchedule(given: Given, timeZone: string): Fault[] {
  const kept = acceptSchedule(given, timeZone) ?? {};
  const wrong = ends
    .filter((end) => kept[end] !== undefined && parseInstant(kept[end]) === undefined)
    .map((end) => ({
      pointer: `/schedule/${end}`,
      detail:
        'must be an RFC 3339 time such as 2026-11-01T00:00:00Z, or one without a zone such as ' +
        `2026-11-01T00:00, which is read in ${timeZone}`,
    }));
  if (wrong.length > 0 || kept.start === undefined || kept.end === undefined) return wrong;
  return momentOf(kept.start) < momentOf(kept.end)
    ? []
    : [{ pointer: '/schedule/end', detail: 'must be after the start' }];
}

/** A time as it was given: RFC 3339, or without a zone on the clock of one. */
export const momentOnClock = (text: string, timeZone: string) =>
  parseZoned(text, timeZone)?.at ?? parseInstant(text);

const momentOf = (text: string) => parseInstant(text) ?? Number.NaN;

/** What is probably not meant: an end that has passed. */
export function scheduleWarnings({ end }: Schedule = {}, now: number): Fault[] {
  return end !== undefined && momentOf(end) <= now
    ? [{ pointer: '/schedule/end', detail: 'has passed: no user is served' }]
    : [];
}

/** Times of a schedule that the site's clock skips, or shows twice. */
export function clockWarnings(given: Given, timeZone: string): Fault[] {
  return ends.flatMap((end) => {
    const { doubt, text } = (given?.[end] && parseZoned(given[end], timeZone)) || {};
    if (!doubt) return [];
    const why = doubt === 'skipped' ? 'is skipped by' : 'is shown twice by';
    const detail = `${why} the clock of ${timeZone} that day; it is taken as ${text}`;
    return [{ pointer: `/schedule/${end}`, detail }];
  });
}

/** A stored schedule as moments, in UTC and on the site's clock. */
export function showSchedule(schedule: Schedule = {}, timeZone: string) {
  const moment = (text: string | undefined) => {
    const at = text === undefined ? undefined : parseInstant(text);
    if (at === undefined) return null;
    return { at: new Date(at).toISOString(), local: formatZoned(at, timeZone) };
  };
  return { timeZone, start: moment(schedule.start), end: moment(schedule.end) };
}
