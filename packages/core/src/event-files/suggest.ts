// Which mapping is suggested for a file of events: one that was tried on its first rows.
import { parseEvent } from '../events/index.ts';
import {
  describeFileColumns,
  hasDecimalCommas,
  isJsonObject,
  lookAt,
  type Path,
  parsePath,
  scalarText,
  valueAt,
} from '../feeds/mapping-parts.ts';
import { mapEvents } from './map-events.ts';
import { checkEventMapping, type EventMapping } from './mapping.ts';
import type { EventMappingFile } from './mapping-file.ts';
import { isNativeEvent } from './native-event.ts';
import { ga4 } from './presets/ga4.ts';
import { segment } from './presets/segment.ts';
import { mappingByColumns } from './presets/shop-lines.ts';

export interface EventSuggestion {
  /** What the file seems to be. */
  readonly preset: string | null;
  /** Null: its rows are events as the API takes them. */
  readonly mapping: EventMappingFile | null;
  /** Parts of an event for which the file has no column. */
  readonly missing: readonly string[];
  /** Of the first rows, how many are events, left out by their type, or faulty. */
  readonly taken: number;
  readonly left: number;
  readonly faulty: number;
  /** The words for types that the mapping does not have. */
  readonly otherTypes: readonly string[];
}

const presets = [ga4, segment];
/** Of words for types, so many are looked at. */
const wordsMax = 200;
const wordsShown = 20;

/** The name of files that need no mapping. */
export const nativePreset = 'Events as the API takes them';

/** Suggests a mapping for a file of which these are the first rows. */
export function suggestEventMapping(
  rows: readonly unknown[],
  header: readonly string[] = [],
): EventSuggestion {
  const objects = rows.filter(isJsonObject);
  const most = (isOf: (row: Readonly<Record<string, unknown>>) => boolean) =>
    objects.length > 0 && objects.filter(isOf).length * 2 > objects.length;
  const preset = presets.find(({ isOf }) => most(isOf));
  if (preset) {
    return {
      ...{ preset: preset.name, mapping: preset.mapping, missing: [] },
      ...tryOn(preset.mapping, rows),
    };
  }
  if (most(isNativeEvent)) {
    return {
      ...{ preset: nativePreset, mapping: null, missing: [] },
      ...{ taken: rows.length, left: 0, faulty: 0, otherTypes: [] },
    };
  }
  const columns = describeFileColumns(rows, header);
  const wordsOf = (name: string) => {
    const path: Path | undefined = parsePath(name);
    const words = path ? objects.map((row) => scalarText(valueAt(row, path)) ?? '') : [];
    return [...new Set(words)].slice(0, wordsMax);
  };
  const decimalComma = hasDecimalCommas(columns, rows);
  const named = mappingByColumns(lookAt(columns), { wordsOf, decimalComma });
  const { mapping, missing } = named;
  const name = named.isTyped ? 'View, cart and transaction' : 'Lines of orders';
  const trial = tryOn(mapping, rows);
  return { ...{ preset: trial.taken > 0 ? name : null, mapping, missing }, ...trial };
}

type Trial = Pick<EventSuggestion, 'taken' | 'left' | 'faulty' | 'otherTypes'>;
type Outcome = 'taken' | 'left' | 'faulty';

function tryOn(file: EventMappingFile, rows: readonly unknown[]): Trial {
  const trial = { taken: 0, left: 0, faulty: 0 };
  const words = new Set<string>();
  const checked = checkEventMapping(file);
  if (!checked.ok) return { ...trial, faulty: rows.length, otherTypes: [] };
  for (const row of rows) trial[outcomeOf(checked.mapping, row, words)] += 1;
  return { ...trial, otherTypes: [...words].slice(0, wordsShown) };
}

function outcomeOf(mapping: EventMapping, row: unknown, words: Set<string>): Outcome {
  const mapped = mapEvents(mapping, row);
  if (mapped.kind === 'other-type') {
    words.add(mapped.type);
    return 'left';
  }
  if (mapped.kind === 'fault') return 'faulty';
  const isGood = mapped.drafts.every(({ event }) => parseEvent(event, anyTime).ok);
  return isGood ? 'taken' : 'faulty';
}

/** Whether its time is too far back, the site says. */
const anyTime = {
  ...{ id: 'tried', now: Number.MAX_SAFE_INTEGER, session: '', pointer: '' },
  ...{ reachMs: Number.POSITIVE_INFINITY, clockAheadMs: 0 },
};
