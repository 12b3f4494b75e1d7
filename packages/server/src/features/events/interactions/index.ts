// Front door of interactions: the log's days as blocks that models are built from.
export { readBlocks } from './blocks.ts';
export { dayTextOf, refreshDays } from './days.ts';
export { rowsOf } from './interactions.ts';
export { noteChanges } from './note.ts';
export { type Owners, readOwners } from './owners.ts';
export type { LogReader } from './read-day.ts';
export {
  type DayState,
  dayVersion,
  forgetDays,
  forgetDaysBefore,
  forgetDroppedDay,
  selectDays,
} from './store.ts';
