// A scheduled publication as the management API shows it.
import { sayChanged } from './claim.ts';
import type { ScheduledPublication } from './store.ts';

/** Null where none is; `version`: that of the draft by now. */
export function showScheduled(scheduled: ScheduledPublication | undefined, version: number) {
  if (!scheduled) return null;
  const { actor, at, refused } = scheduled;
  const isOther = scheduled.version !== version;
  return {
    ...{ version: scheduled.version, at: at.toISOString(), by: actor },
    refused: refused ?? (isOther ? sayChanged(scheduled.version, version) : null),
  };
}
