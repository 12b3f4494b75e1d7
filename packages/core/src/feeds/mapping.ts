// What a column mapping may say, and how its file is checked before any row is read with it.
import { pointerTo } from '../text/pointer.ts';
import { isJsonObject, shown, textFault } from './json.ts';
import type { Report } from './mapping-check.ts';
import type { Path } from './mapping-path.ts';
import { type RowShape, readRowShape, rowFields } from './mapping-rows.ts';
import { type ColumnRule, readRule } from './mapping-rule.ts';

/** A checked mapping: for each column of ours, where it is found and what is made of it. */
export interface Mapping extends RowShape {
  readonly columns: readonly ColumnRule[];
  /** Keep the source's own columns that no rule begins with. */
  readonly keepOthers: boolean;
  /** Our columns that have a rule whose fault costs the row. */
  readonly asked: ReadonlySet<string>;
  /** The source's columns that a rule begins with. */
  readonly used: ReadonlySet<string>;
  /** The rule of prices, which may say their currency. */
  readonly price?: ColumnRule;
  /** The rule that reads words of stock, where none makes `availability` of them. */
  readonly stock?: ColumnRule;
  /** Is `1.234` more than a thousand? */
  readonly decimalComma: boolean;
  /** Did someone say so, of numbers that can be read in two ways? */
  readonly numbersConfirmed: boolean;
  /** The only currency that rows may be in; `any`: whatever they are in; absent: one, whichever. */
  readonly currency?: string;
  /** The shop's address, to complete those of its pages and pictures. */
  readonly base?: string;
}

export interface MappingFault {
  /** RFC 6901, into the mapping's file. */
  readonly pointer: string;
  readonly detail: string;
}

export type MappingResult =
  | { readonly ok: true; readonly mapping: Mapping }
  | { readonly ok: false; readonly faults: readonly MappingFault[] };

const COLUMNS_MAX = 200;
const fields = new Set<string>([
  ...['columns', 'keepOthers', 'decimalComma', 'numbersConfirmed', 'currency', 'base'],
  ...rowFields,
]);
/** What shaping adds to a row: no column of the file's. */
const added = ['rows', 'parent'];

/**
 * Checks a mapping's JSON, `{ columns: { <column>: <path> | { from, ... } }, keepOthers?, ... }`,
 * and reports every fault; fields it does not know are faults too.
 */
export function checkMapping(json: unknown): MappingResult {
  const faults: MappingFault[] = [];
  const report: Report = (pointer, detail) => faults.push({ pointer, detail });
  if (!isJsonObject(json)) {
    report('', `must be an object, not ${shown(json)}`);
    return { ok: false, faults };
  }
  for (const field of Object.keys(json)) {
    if (!fields.has(field)) report(pointerTo('', field), 'is unknown');
  }
  const { keepOthers = false, decimalComma = false, currency, base } = json;
  const { numbersConfirmed = false } = json;
  if (typeof keepOthers !== 'boolean') report('/keepOthers', 'must be true or false');
  if (typeof decimalComma !== 'boolean') report('/decimalComma', 'must be true or false');
  if (typeof numbersConfirmed !== 'boolean') {
    report('/numbersConfirmed', 'must be true or false');
  }
  if (currency !== undefined && !(typeof currency === 'string' && isCurrency(currency))) {
    report('/currency', `must be a currency such as EUR, or any, not ${shown(currency)}`);
  }
  if (base !== undefined && !(typeof base === 'string' && isShopAddress(base))) {
    report('/base', `must be an address such as https://shop.example, not ${shown(base)}`);
  }
  const shape = readRowShape(json, report);
  const columns = readColumns(json['columns'], report);
  if (faults.length > 0) return { ok: false, faults };
  const ruleOf = (name: string) => columns.find(({ column }) => column === name);
  const [price, stock] = [ruleOf('price'), ruleOf('in_stock')];
  const mapping: Mapping = {
    ...shape,
    ...(price && { price }),
    ...(stock?.as === 'stock' && !ruleOf('availability') && { stock }),
    ...{ columns, keepOthers: keepOthers === true, decimalComma: decimalComma === true },
    numbersConfirmed: numbersConfirmed === true,
    asked: new Set(columns.filter((one) => !one.isOptional).map(({ column }) => column)),
    used: new Set([...rootsOf(columns), ...rootsOfPairs(shape), ...rootsOfShape(shape)]),
    ...(currency !== undefined && { currency: currency as string }),
    ...(base !== undefined && { base: base as string }),
  };
  return { ok: true, mapping };
}

const isCurrency = (text: string) => text === 'any' || /^[A-Z]{3}$/.test(text);
const isShopAddress = (text: string) => URL.canParse(text) && /^https?:\/\//i.test(text);

const rootsIn = (paths: readonly Path[]) => paths.map(({ root }) => root);

const rootsOf = (columns: readonly ColumnRule[]) =>
  columns.flatMap(({ from, templates }) => [
    ...rootsIn(from),
    ...templates.flatMap(({ paths }) => rootsIn(paths)),
  ]);

const rootsOfPairs = ({ pairs }: RowShape) =>
  pairs.flatMap((pair) =>
    rootsIn(pair.kind === 'text' ? pair.from : [...pair.name, ...pair.value]),
  );

function rootsOfShape({ fold, unfold, parents }: RowShape): readonly string[] {
  const roots = unfold?.slice(0, 1) ?? [];
  return fold || parents ? [...roots, ...added] : roots;
}

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
