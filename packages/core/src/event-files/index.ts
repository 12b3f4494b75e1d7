// Knows how files of events become events, whatever system wrote them.
export type { EventDraft } from './draft.ts';
export { foldOrder } from './fold-order.ts';
export { type MappedEvents, mapEvents } from './map-events.ts';
export { checkEventMapping, type EventMapping } from './mapping.ts';
export type { EventMappingFile } from './mapping-file.ts';
export { isNativeEvent, nativeDraft } from './native-event.ts';
export { type EventSuggestion, nativePreset, suggestEventMapping } from './suggest.ts';
