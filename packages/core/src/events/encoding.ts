// How a complete event is written into the event log as JSON, and read back.

import type { CompleteEvent, Event, Signal } from './event.ts';

/**
 * A complete event as plain JSON. Names that come from outside stand in pairs and not as keys, so
 * that `__proto__` is a name like any other and the order survives a store that sorts keys.
 */
export interface EncodedEvent {
  readonly v: 1;
  readonly event: Event;
  readonly identified: boolean;
  readonly observations: readonly (readonly [
    signal: Signal,
    values: readonly (readonly [property: string, values: readonly string[]])[],
  ])[];
}

/** The JSON value to store. */
export function encodeEvent(complete: CompleteEvent): EncodedEvent {
  const { event, identified } = complete;
  const observations = complete.observations.map(
    ({ signal, values }) => [signal, [...values]] as const,
  );
  return { v: 1, event, identified, observations };
}

/** The event that `encodeEvent` was given; throws on what it never wrote. */
export function decodeEvent(stored: EncodedEvent): CompleteEvent {
  if (stored?.v !== 1) throw new Error('not an event of a known version');
  const { event, identified } = stored;
  const observations = stored.observations.map(([signal, values]) => ({
    signal,
    values: new Map(values),
  }));
  return { event, identified, observations };
}
