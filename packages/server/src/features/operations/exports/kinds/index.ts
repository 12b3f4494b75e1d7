// What can be exported.
import { type ExportKindRunner, runnerOf } from '../run.ts';
import { decisions, decisionsIn } from './decisions.ts';
import { events } from './events.ts';
import { exposures } from './exposures.ts';
import { daysOfLog } from './log.ts';
import { parts as campaigns, outcomes } from './outcomes.ts';
import { parts as everyone, profiles } from './profiles.ts';

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
  outcomes: runnerOf('outcomes', {
    about: 'what reports count of users of campaigns, as of now, by campaign',
    columns: outcomes,
    parts: campaigns,
    isCurrent: true,
  }),
  profiles: runnerOf('profiles', {
    about: 'all users, the person of each and what they like, as of now',
    columns: profiles,
    parts: everyone,
    isCurrent: true,
  }),
} as const satisfies Readonly<Record<string, ExportKindRunner>>;

export type ExportKindName = keyof typeof exportKinds;
