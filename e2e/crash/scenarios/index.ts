// Every scenario, by the name that `npm run crash -- --scenario` takes.
import { clockAndLease, clockShifts } from './clock.ts';
import { databaseScenarios } from './database.ts';
import { outOfDescriptors } from './descriptors.ts';
import { diskFull } from './disk-full.ts';
import { emptyDatabase } from './empty-database.ts';
import { fsyncFails, fsyncIsSlow } from './fsync.ts';
import { pausedPostgres, pausedServer } from './pauses.ts';
import { powerCut } from './power-cut.ts';
import { scheduledPublications } from './publications.ts';
import type { Scenario } from './scenario.ts';

export const scenarios: readonly Scenario[] = [
  pausedPostgres,
  pausedServer,
  diskFull,
  fsyncFails,
  fsyncIsSlow,
  clockShifts,
  clockAndLease,
  outOfDescriptors,
  ...databaseScenarios,
  emptyDatabase,
  scheduledPublications,
  powerCut,
];
