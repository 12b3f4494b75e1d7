// An event of any kind, as the event log keeps it, and complete with what it says of affinity.

import type { EventFacts } from './kinds/index.ts';
import type { EventBase, Observation } from './parts.ts';

export type { EventFacts } from './kinds/index.ts';
export type {
  AffinityValues,
  Assignment,
  CartLine,
  ExposedUnit,
  ExposedVisitor,
  Identifier,
  LoggedDecision,
  Observation,
  PageFacts,
  RecommendedBy,
  RecommendedList,
  RecommendedPlace,
  RecordedSlot,
  Signal,
} from './parts.ts';

export type Event = EventBase & EventFacts;
export type EventKind = Event['kind'];

/** An event with all that the fold needs: affinity values are those of the feed on arrival. */
export interface CompleteEvent {
  readonly event: Event;
  /** Was the person known when it happened? A known person's assignment outranks a device's. */
  readonly identified: boolean;
  readonly observations: readonly Observation[];
  /** It is in the profile already, but for these observations, which are known only now. */
  readonly isFolded?: true;
}
