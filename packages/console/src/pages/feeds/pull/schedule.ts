// When a feed is fetched, in words.

export type Schedule = { readonly everyMinutes: number } | { readonly dailyAt: string };

export function saySchedule(schedule: Schedule, timeZone: string): string {
  if ('dailyAt' in schedule) return `Daily at ${schedule.dailyAt} (${timeZone})`;
  const { everyMinutes } = schedule;
  const hours = everyMinutes / 60;
  const days = hours / 24;
  if (Number.isInteger(days)) return days === 1 ? 'Every day' : `Every ${days} days`;
  if (Number.isInteger(hours)) return hours === 1 ? 'Every hour' : `Every ${hours} hours`;
  return `Every ${everyMinutes} minutes`;
}

/** What is offered; another number of minutes that was set elsewhere is offered as well. */
export const usualMinutes = [15, 30, 60, 180, 360, 720, 1_440];
