// Knows what of events the rest of the project may use.

export { asClaim, claimantOf, claimPrefix, withoutClaimant } from './claims.ts';
export { type Completion, completeEvent, skusOf, takeBack } from './complete.ts';
export { decodeEvent, type EncodedEvent, encodeEvent } from './encoding.ts';
export type {
  AffinityValues,
  Assignment,
  CartLine,
  CompleteEvent,
  Event,
  EventFacts,
  EventKind,
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
} from './event.ts';
export { type PassedOver, withoutQuotes } from './fields.ts';
export { checkIdentifier, normaliseIdentifier } from './identifier.ts';
export {
  aboutEvent,
  activityKinds,
  anonymisedFacts,
  isWholeRefund,
  priced,
  statementsOf,
} from './kinds/index.ts';
export { pageTypeIn, pageTypes, parsePageview } from './pageview.ts';
export {
  type EventDefaults,
  generatedId,
  hasCallersId,
  type ParsedEvent,
  parseEvent,
  repeatWindowMs,
} from './parse.ts';
export { readTime } from './timestamp.ts';
