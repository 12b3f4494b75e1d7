// How a field of unknown JSON is read: its type is checked, never coerced, and each fault noted.

import { isHeld } from '../json/index.ts';
import { isWithin } from '../text/characters.ts';
import { identifierForm } from '../text/identifier-form.ts';
import { pointerTo } from '../text/pointer.ts';

/** One thing wrong with an input: where, as a JSON pointer (RFC 6901), and what would do. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** Something of an input that does not count, while the rest does. */
export interface PassedOver extends Fault {
  /** Absent: a value that cannot be read. */
  readonly code?: 'unknown_event_type' | 'no_event_id';
  /** The name that was probably meant. */
  readonly meant?: string;
}

/** A JSON object being read, its place in the request, and the lists that its faults go to. */
export interface Source {
  readonly record: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  /** What makes the input unusable. */
  readonly faults: Fault[];
  /** What was passed over, while the rest counts; the same list as `faults` where none may be. */
  readonly passedOver: PassedOver[];
}

/** Takes `raw` as an object to read fields of; notes a fault and gives undefined otherwise. */
export function openSource(
  raw: unknown,
  pointer: string,
  faults: Fault[],
  passedOver: PassedOver[] = faults,
): Source | undefined {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return { record: raw as Record<string, unknown>, pointer, faults, passedOver };
  }
  faults.push({ pointer, detail: 'must be an object' });
  return undefined;
}

/** Notes that field `name` is faulty. */
export function refuse(source: Source, name: string, detail: string): void {
  source.faults.push({ pointer: pointerTo(source.pointer, name), detail });
}

/** Notes that field `name` is passed over. */
export function passOver(source: Source, name: string, detail: string): void {
  source.passedOver.push({ pointer: pointerTo(source.pointer, name), detail });
}

/** Was field `name` sent? An explicit null was: it is not of any type that a field may have. */
export function has(source: Source, name: string): boolean {
  return source.record[name] !== undefined;
}

/** Reads a string of 1 to `limit` characters; '' when it is faulty. */
export function readText(source: Source, name: string, limit: number): string {
  const value = source.record[name];
  if (typeof value === 'string' && value !== '' && isWithin(value, limit)) return value;
  refuse(source, name, `must be a string of 1 to ${limit} characters`);
  return '';
}

/** As `readText`, in the form of identifiers. */
export function readIdentifierText(source: Source, name: string, limit: number): string {
  const value = source.record[name];
  const formed = typeof value === 'string' ? identifierForm(value) : value;
  return readText({ ...source, record: { ...source.record, [name]: formed } }, name, limit);
}

/** As `readText`, or undefined when the field is absent. */
export function readTextIfAny(source: Source, name: string, limit: number): string | undefined {
  return has(source, name) ? readText(source, name, limit) : undefined;
}

/** As `readText`; undefined when the field is absent, or cannot be read and is passed over. */
export function readOptionalText(source: Source, name: string, limit: number): string | undefined {
  if (!has(source, name)) return undefined;
  return readText({ ...source, faults: source.passedOver }, name, limit) || undefined;
}

/** From where to where a number may be, both included. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const unbounded: Bounds = { least: -Infinity, most: Infinity };

/**
 * Reads a number that may be text: one that JSON could write, such as `"29.00"`; 0 when it is
 * faulty.
 */
export function readAmount(source: Source, name: string, bounds = unbounded): number {
  const value = amountIn(source.record[name], bounds);
  if (value === undefined) refuse(source, name, amountDetail(bounds));
  return value ?? 0;
}

/** As `readAmount`; undefined when the field is absent, or cannot be read and is passed over. */
export function readOptionalAmount(
  source: Source,
  name: string,
  bounds = unbounded,
): number | undefined {
  if (!has(source, name)) return undefined;
  const value = amountIn(source.record[name], bounds);
  if (value === undefined) passOver(source, name, amountDetail(bounds));
  return value;
}

const numberText = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;

/** The number that a text names as JSON would write it; any other value as it is. */
export const withoutQuotes = (value: unknown): unknown =>
  typeof value === 'string' && numberText.test(value) && isHeld(value) ? Number(value) : value;

function amountIn(value: unknown, { least, most }: Bounds): number | undefined {
  const amount = withoutQuotes(value);
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined;
  return amount >= least && amount <= most ? amount : undefined;
}

function amountDetail({ least, most }: Bounds): string {
  const from = least === -Infinity ? '' : `, of at least ${least}`;
  const to = most === Infinity ? '' : `${from === '' ? ', of' : ' and'} at most ${most}`;
  return `must be a number, or one as text such as "29.00"${from}${to}`;
}

/** Reads an array of at most `limit` objects, each by `readItem`. */
export function readObjects<Item>(
  source: Source,
  name: string,
  limit: number,
  readItem: (item: Source) => Item,
): Item[] {
  const items: Item[] = [];
  for (const [at, raw] of readArray(source, name, limit).entries()) {
    const pointer = pointerTo(pointerTo(source.pointer, name), at);
    const item = openSource(raw, pointer, source.faults, source.passedOver);
    if (item !== undefined) items.push(readItem(item));
  }
  return items;
}

/** Reads an array of at most `limit` strings of 1 to `characters` characters. */
export function readTexts(
  source: Source,
  name: string,
  limit: number,
  characters: number,
): string[] {
  const texts: string[] = [];
  const detail = `must be a string of 1 to ${characters} characters`;
  for (const [at, text] of readArray(source, name, limit).entries()) {
    if (typeof text === 'string' && text !== '' && isWithin(text, characters)) texts.push(text);
    else source.faults.push({ pointer: pointerTo(pointerTo(source.pointer, name), at), detail });
  }
  return texts;
}

function readArray(source: Source, name: string, limit: number): readonly unknown[] {
  const value = source.record[name];
  if (Array.isArray(value) && value.length <= limit) return value;
  refuse(source, name, `must be an array of at most ${limit} elements`);
  return [];
}

/** The same record without the members that are undefined. */
export function present<T extends object>(
  record: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const members = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
