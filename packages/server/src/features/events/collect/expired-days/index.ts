// Front door of expired days: what of the log is past a term, and taking it out.
export {
  countEvents,
  daysBefore,
  deleteDay,
  dropDayIfDone,
  sitesOn,
  usersOn,
  usersSince,
} from './expired-days.ts';
