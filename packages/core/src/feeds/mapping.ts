// What a column mapping may say, and how its file is checked before any row is read with it.
import { pointerTo } from '../text/pointer.ts';
import { type Conversion, conversionNames } from './convert.ts';
import { isJsonObject, type Json, shown, textFault, valueFault } from './json.ts';
import { type Path, parsePath } from './mapping-path.ts';

/** A checked mapping: for each column of ours, where it is found and what is made of it. */
export interface Mapping {
  readonly columns: readonly ColumnRule[];
  /** Keep the source's own columns that no rule begins with. */
  readonly keepOthers: boolean;
  /** The source's columns that a rule begins with. */
  readonly used: ReadonlySet<string>;
  /** Are numbers written as 1.234,56? */
  readonly decimalComma: boolean;
  /** The only currency that rows may be in; `any`: whatever they are in; absent: one, whichever. */
  readonly currency?: string;
}

export interface ColumnRule {
  readonly column: string;
  /** The first path that finds something wins. */
  readonly from: readonly Path[];
  readonly as?: Conversion;
  /** Replaces each value by its text; a value that is not listed is a fault. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly fallback?: Json;
  readonly separator: string;
}

export interface MappingFault {
  /** RFC 6901, into the mapping's file. */
  readonly pointer: string;
  readonly detail: string;
}

export type MappingResult =
  | { readonly ok: true; readonly mapping: Mapping }
  | { readonly ok: false; readonly faults: readonly MappingFault[] };

type Report = (pointer: string, detail: string) => void;

const COLUMNS_MAX = 200;
const PATHS_MAX = 10;
const TEXT_MAX = 1_000;
const mappingFields = new Set(['columns', 'keepOthers', 'decimalComma', 'currency']);
const ruleFields = new Set(['from', 'as', 'values', 'default', 'separator']);

/**
 * Checks a mapping's JSON, `{ columns: { <column>: <path> | { from, as?, values?, default?,
 * separator? } }, keepOthers?, decimalComma?, currency? }`, and reports every fault; fields it does
 * not know are faults too.
 */
export function checkMapping(json: unknown): MappingResult {
  const faults: MappingFault[] = [];
  const report: Report = (pointer, detail) => faults.push({ pointer, detail });
  if (!isJsonObject(json)) return { ok: false, faults: [notAnObject('', json)] };
  for (const field of Object.keys(json)) {
    if (!mappingFields.has(field)) report(pointerTo('', field), 'is unknown');
  }
  const keepOthers = json['keepOthers'] ?? false;
  if (typeof keepOthers !== 'boolean') report('/keepOthers', 'must be true or false');
  const decimalComma = json['decimalComma'] ?? false;
  if (typeof decimalComma !== 'boolean') report('/decimalComma', 'must be true or false');
  const currency = json['currency'];
  if (currency !== undefined && !(typeof currency === 'string' && isCurrency(currency))) {
    report('/currency', `must be a currency such as EUR, or any, not ${shown(currency)}`);
  }
  const columns = readColumns(json['columns'], report);
  if (faults.length > 0) return { ok: false, faults };
  const used = new Set(columns.flatMap(({ from }) => from.map(({ root }) => root)));
  const mapping = {
    ...{ columns, keepOthers: keepOthers === true, used, decimalComma: decimalComma === true },
    ...(currency !== undefined && { currency: currency as string }),
  };
  return { ok: true, mapping };
}

const isCurrency = (text: string) => text === 'any' || /^[A-Z]{3}$/.test(text);

function readColumns(json: unknown, report: Report): ColumnRule[] {
  if (!isJsonObject(json)) {
    report('/columns', `must be an object, not ${shown(json)}`);
    return [];
  }
  const names = Object.keys(json);
  if (names.length > COLUMNS_MAX) {
    report('/columns', `names ${names.length} columns, at most ${COLUMNS_MAX} are kept`);
    return [];
  }
  return names.map((column) => {
    const pointer = pointerTo('/columns', column);
    const fault = column === '' ? 'names no column' : textFault(column, 100);
    if (fault) report(pointer, fault);
    const rule = json[column];
    return readRule(column, isJsonObject(rule) ? rule : { from: rule }, pointer, report);
  });
}

function readRule(
  column: string,
  rule: Readonly<Record<string, unknown>>,
  pointer: string,
  report: Report,
): ColumnRule {
  for (const field of Object.keys(rule)) {
    if (!ruleFields.has(field)) report(pointerTo(pointer, field), 'is unknown');
  }
  const { as, default: fallback, separator = '|' } = rule;
  if (as !== undefined && !conversionNames.includes(as as string)) {
    report(`${pointer}/as`, `must be one of ${conversionNames.join(', ')}, not ${shown(as)}`);
  }
  if (typeof separator !== 'string' || separator === '' || separator.length > 10) {
    report(`${pointer}/separator`, 'must be a text of 1 to 10 characters');
  }
  const fallbackFault = fallback === undefined ? undefined : valueFault(fallback, TEXT_MAX);
  if (fallbackFault) report(`${pointer}/default`, fallbackFault);
  const values = rule['values'] === undefined ? undefined : readValues(rule, pointer, report);
  const from = rule['from'] === undefined && fallback !== undefined ? [] : undefined;
  return {
    column,
    from: from ?? readPaths(rule['from'], pointer, report),
    separator: separator as string,
    ...(as === undefined ? {} : { as: as as Conversion }),
    ...(values === undefined ? {} : { values }),
    ...(fallback === undefined ? {} : { fallback: fallback as Json }),
  };
}

function readPaths(from: unknown, pointer: string, report: Report): Path[] {
  const texts: readonly unknown[] = Array.isArray(from) ? from : [from];
  if (texts.length === 0 || texts.length > PATHS_MAX) {
    report(`${pointer}/from`, `must be a path, or 1 to ${PATHS_MAX} paths`);
  }
  return texts.slice(0, PATHS_MAX).flatMap((text) => {
    const path = typeof text === 'string' ? parsePath(text) : undefined;
    if (path) return [path];
    report(`${pointer}/from`, `must be a path such as images[0].uri, not ${shown(text)}`);
    return [];
  });
}

function readValues(
  rule: Readonly<Record<string, unknown>>,
  pointer: string,
  report: Report,
): ReadonlyMap<string, Json> {
  const table = rule['values'];
  const values = new Map<string, Json>();
  if (!isJsonObject(table)) {
    report(`${pointer}/values`, `must be an object, not ${shown(table)}`);
    return values;
  }
  for (const [name, value] of Object.entries(table)) {
    const fault = valueFault(value, TEXT_MAX);
    if (fault) report(pointerTo(`${pointer}/values`, name), fault);
    else values.set(name, value as Json);
  }
  return values;
}

function notAnObject(pointer: string, value: unknown): MappingFault {
  return { pointer, detail: `must be an object, not ${shown(value)}` };
}
