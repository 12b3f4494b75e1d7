// A column as it is read: one function for each question, prepared for the column as it is kept.
import { publishTime } from '../../feeds/column.ts';
import { isArray, type Json } from '../../feeds/json.ts';
import { parseInstant } from '../../text/instant.ts';
import type { Column } from '../catalogue.ts';
import { jsonOf } from './bytes.ts';
import { codeAt, emptyChunk, kinds, numberAt, segmentMask, segmentShift } from './chunk.ts';
import { type ColumnStore, cellText, isCellFilled, isText } from './column-store.ts';
import { mostRows, rowsOf } from './look-up.ts';
import { textFilter } from './text-filter.ts';
import { codeOfElement, codeOfValue, elementsOf, holdsElement, parsedValue } from './values.ts';
import type { Version } from './version.ts';

type Value = string | number | boolean;

export interface ColumnView extends Column {
  readonly isFilled: (row: number) => boolean;
}

const noTexts: readonly string[] = Object.freeze([]);

/** Reads a column of a version. */
export function columnView(version: Version, store: ColumnStore): ColumnView {
  const value = (row: number) => cellValue(store, row);
  const { chunks, values, name } = store;
  const isTime = name === 'publish_time' || name.endsWith(':publish_time');
  /** Texts of values by code, of those that are asked for. */
  const texts: (readonly string[])[] = [];
  const matcher = (wanted: Value) => cellMatcher(store, wanted);
  return {
    name,
    value,
    isFilled: (row) => isCellFilled(store, row),
    number(row) {
      const chunk = chunks[row >>> segmentShift] ?? emptyChunk;
      const number = numberAt(chunk, row & segmentMask);
      if (!Number.isNaN(number) && !isTime) return number;
      return asNumber(value(row), isTime);
    },
    texts(row) {
      const code = codeAt(chunks[row >>> segmentShift] ?? emptyChunk, row & segmentMask);
      if (code === 0) return textsOf(value(row));
      const known = texts[code];
      if (known !== undefined) return known;
      const found = textsOf(parsedValue(values, code));
      if (code < cachedMost) texts[code] = found;
      return found;
    },
    has: (row, wanted) => matcher(wanted)(row),
    matcher,
    mayContain: (text) => textFilter(store, text),
    countWith: (wanted) => mostRows(version, store, wanted),
    rowsWith: (wanted) => rowsOf(version, store, wanted, matcher),
  };
}

const cachedMost = 4_096;

/** The value as the feed has it. */
function cellValue(store: ColumnStore, row: number): Json | undefined {
  const chunk = store.chunks[row >>> segmentShift] ?? emptyChunk;
  const { kind } = chunk;
  if (kind === kinds.empty) return undefined;
  if (kind <= kinds.codes32) {
    const code = codeAt(chunk, row & segmentMask);
    return code === 0 ? undefined : parsedValue(store.values, code);
  }
  if (kind <= kinds.plainOpen) {
    const text = cellText(store, row);
    return text === '' ? undefined : JSON.parse(text);
  }
  const number = numberAt(chunk, row & segmentMask);
  return !Number.isNaN(number) ? number : undefined;
}

function asNumber(value: Json | undefined, isTime: boolean): number {
  if (isTime) return publishTime(value) ?? Number.NaN;
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  return (typeof value === 'string' ? parseInstant(value) : undefined) ?? Number.NaN;
}

function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === undefined || !isArray(value)) return noTexts;
  return value.filter((one) => typeof one === 'string');
}

/** Does a row's value, or an element of it, equal one that is looked up once? */
function cellMatcher(store: ColumnStore, wanted: Value): (row: number) => boolean {
  const { chunks, values } = store;
  const isCode = codeMatcher(store, wanted);
  const json = jsonOf(wanted);
  return (row) => {
    const chunk = chunks[row >>> segmentShift] ?? emptyChunk;
    const offset = row & segmentMask;
    const { kind } = chunk;
    if (kind <= kinds.codes32) {
      const code = codeAt(chunk, offset);
      return code !== 0 && isCode(code);
    }
    if (kind >= kinds.packed8) return numberAt(chunk, offset) === wanted;
    return isText(chunk, offset, json) || (values.hasLists && isInList(store, row, wanted));
  };
}

function codeMatcher(store: ColumnStore, wanted: Value): (code: number) => boolean {
  const { values } = store;
  if (!values.hasLists) {
    const code = codeOfValue(values, wanted);
    return (other) => other === code;
  }
  const element = codeOfElement(values, wanted);
  const elements = elementsOf(values);
  // Code 0 is no element of any.
  return (code) => holdsElement(elements, code, element);
}

/** A list in a column of texts that hardly repeat. */
function isInList(store: ColumnStore, row: number, wanted: Value): boolean {
  const value = cellValue(store, row);
  return value !== undefined && isArray(value) && value.includes(wanted);
}
