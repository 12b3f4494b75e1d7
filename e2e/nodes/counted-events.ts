// Events that profiles count one by one: which of them were lost, and which count twice.
import { decodeProfile } from '../../packages/core/src/index.ts';
import type { ClientRequest } from './client.ts';

/** What became of events that were sent. */
export interface Compared {
  /** Acknowledged, and missing in the log or in the profile of its user. */
  readonly lost: number;
  /** How often events were folded into profiles beyond once. */
  readonly doubled: number;
}

export interface SentEvents {
  /** Of every event, refused ones among them. */
  readonly ids: readonly string[];
  readonly acknowledged: readonly string[];
}

interface Queried {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

const attribute = 'report';
/** A profile keeps the counts of a thousand values: enough for 200,000 events. */
const people = 200;

/** Reports an event whose user's profile then counts its id, as a value that nothing else has. */
export function reporting(key: string, eventId: string, number: number): ClientRequest {
  const user = { cuid: `person-${number % people}`, cuidType: 'external' };
  const properties = { svcType: 'inform-affinity-v1', data: [{ attribute, values: [eventId] }] };
  const events = [{ name: 'Quiz', eventId, timestamp: new Date().toISOString(), properties }];
  return { method: 'POST', path: '/v2/collect/user/event', key, body: { user, events } };
}

/**
 * Looks for events in the log and in profiles; all of them must be folded. The log cannot have an
 * event twice, so that only what profiles count shows a second fold.
 */
export async function compareEvents(
  database: Queried,
  { ids, acknowledged }: SentEvents,
): Promise<Compared> {
  const events = await database.query('select id from event where id = any($1)', [acknowledged]);
  const logged = new Set((events.rows as { id: string }[]).map(({ id }) => id));
  const { rows } = await database.query('select state from profile');
  const counts = countsIn((rows as { state: string }[]).map(({ state }) => state));
  return {
    lost: acknowledged.filter((id) => !logged.has(id) || !counts.has(id)).length,
    doubled: ids.reduce((sum, id) => sum + Math.max(0, (counts.get(id) ?? 0) - 1), 0),
  };
}

/** How often each event was folded. */
function countsIn(states: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const state of states) {
    for (const [id, cells] of decodeProfile(state).properties.get(attribute)?.values ?? []) {
      for (const count of cells.values()) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return counts;
}
