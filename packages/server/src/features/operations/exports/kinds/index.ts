// What can be exported.
import { type ExportKindRunner, runnerOf } from '../run.ts';
import { decisions, decisionsIn } from './decisions.ts';
import { events } from './events.ts';
import { exposures } from './exposures.ts';
import { daysOfLog } from './log.ts';

export const exportKinds = {
  events: runnerOf('events', {
    about: 'everything that happened to users, by the day (UTC) on which it did',
    columns: events,
    parts: daysOfLog(undefined, (rows) => rows),
  }),
  exposures: runnerOf('exposures', {
    about: 'each time that a user got a variation, or was kept from it by a holdout, by day',
    columns: exposures,
    parts: daysOfLog(['exposure'], (rows) => rows),
  }),
  decisions: runnerOf('decisions', {
    about: 'what was decided of each campaign for a request that was logged, by day',
    columns: decisions,
    parts: daysOfLog(['exposure', 'decision'], decisionsIn),
  }),
} as const satisfies Readonly<Record<string, ExportKindRunner>>;

export type ExportKindName = keyof typeof exportKinds;
