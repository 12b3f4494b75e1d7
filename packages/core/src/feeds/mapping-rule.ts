// How one column of ours is found and made, as a mapping's file says it.
import { pointerTo } from '../text/pointer.ts';
import { type Conversion, conversionNames } from './convert.ts';
import { type Json, shown, valueFault } from './json.ts';
import {
  isMark,
  listOf,
  type Members,
  membersOf,
  type Report,
  readPaths,
} from './mapping-check.ts';
import type { Path } from './mapping-path.ts';
import { type RowCondition, readCondition } from './row-condition.ts';
import { parseTemplate, type Template } from './template.ts';

/** What is done to a text before it is looked up or converted. */
export const cleanings = ['trim', 'lower', 'strip', 'decode'] as const;
export type Cleaning = (typeof cleanings)[number];

export interface ColumnRule {
  readonly column: string;
  /** The first path that finds something wins, or the first template that can be filled. */
  readonly from: readonly Path[];
  readonly templates: readonly Template[];
  /** Is the cell JSON? */
  readonly json: boolean;
  /** Between the parts of a cell. */
  readonly split?: string;
  /** The place of the one part, or element, that counts; from the end where negative. */
  readonly at?: number;
  readonly text: readonly Cleaning[];
  /** Replaces texts by values. One that is not listed is read as `as` says; without it, a fault. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly as?: Conversion;
  readonly separator: string;
  readonly fallback?: Json;
  /** Before all else: the value of the first of these whose condition holds. */
  readonly cases: readonly { readonly when: RowCondition; readonly is: Json }[];
  /** Elements of a list that are left out. */
  readonly without: ReadonlySet<string>;
  /** Does a value that cannot be read cost the column alone, and not the row? */
  readonly isOptional: boolean;
}

const TEXT_MAX = 1_000;
const fields = new Set(
  'from template json split at text values as separator default optional cases without'.split(' '),
);

export function readRule(
  column: string,
  json: Members,
  pointer: string,
  report: Report,
): ColumnRule {
  const rule = membersOf(json, fields, pointer, report) ?? {};
  const { as, default: fallback, separator = '|', optional = false } = rule;
  const { json: isJson = false, split, at, text, template } = rule;
  if (as !== undefined && !conversionNames.includes(as as string)) {
    report(`${pointer}/as`, `must be one of ${conversionNames.join(', ')}, not ${shown(as)}`);
  }
  const marks = { separator, ...(split !== undefined && { split }) };
  for (const [name, mark] of Object.entries(marks)) {
    if (!isMark(mark)) report(`${pointer}/${name}`, 'must be a text of 1 to 10 characters');
  }
  for (const [name, flag] of Object.entries({ json: isJson, optional })) {
    if (typeof flag !== 'boolean') report(`${pointer}/${name}`, 'must be true or false');
  }
  if (at !== undefined && !(Number.isInteger(at) && Math.abs(at as number) <= 1_000)) {
    report(`${pointer}/at`, 'must be a whole number, 0 for the first and -1 for the last');
  }
  const fallbackFault = fallback === undefined ? undefined : valueFault(fallback, TEXT_MAX);
  if (fallbackFault) report(`${pointer}/default`, fallbackFault);
  if (template !== undefined && rule['from'] !== undefined) {
    report(pointer, 'must have either `from` or `template`');
  }
  const { cases, without } = rule;
  const values = rule['values'] === undefined ? undefined : readValues(rule, pointer, report);
  return {
    column,
    ...originOf(rule, pointer, report),
    cases: cases === undefined ? [] : readCases(cases, `${pointer}/cases`, report),
    without: new Set(without === undefined ? [] : readTexts(without, `${pointer}/without`, report)),
    ...{ json: isJson === true, separator: String(separator), isOptional: optional === true },
    text: text === undefined ? [] : readCleanings(text, pointer, report),
    ...(split === undefined ? {} : { split: String(split) }),
    ...(at === undefined ? {} : { at: at as number }),
    ...(as === undefined ? {} : { as: as as Conversion }),
    ...(values === undefined ? {} : { values }),
    ...(fallback === undefined ? {} : { fallback: fallback as Json }),
  };
}

function originOf(
  rule: Members,
  pointer: string,
  report: Report,
): Pick<ColumnRule, 'from' | 'templates'> {
  const { from, template, default: fallback } = rule;
  if (template !== undefined) {
    const texts = Array.isArray(template) ? template : [template];
    const templates = listOf(texts, 10, `${pointer}/template`, report).flatMap((text) => {
      const parsed = typeof text === 'string' ? parseTemplate(text) : undefined;
      const wanted = 'must be a template such as /products/{Handle}';
      if (!parsed) report(`${pointer}/template`, `${wanted}, not ${shown(text)}`);
      return parsed ?? [];
    });
    return { from: [], templates };
  }
  if (from === undefined && fallback !== undefined) return { from: [], templates: [] };
  return { from: readPaths(from, `${pointer}/from`, report), templates: [] };
}

const caseFields = new Set(['when', 'is']);

function readCases(json: unknown, pointer: string, report: Report): ColumnRule['cases'] {
  return listOf(json, 10, pointer, report).flatMap((one, at) => {
    const members = membersOf(one, caseFields, `${pointer}/${at}`, report);
    const when = members && readCondition(members['when'], `${pointer}/${at}/when`, report);
    const fault = members && valueFault(members['is'], TEXT_MAX);
    if (fault) report(`${pointer}/${at}/is`, fault);
    return when && !fault ? [{ when, is: members['is'] as Json }] : [];
  });
}

function readTexts(json: unknown, pointer: string, report: Report): readonly string[] {
  const texts = listOf(json, 100, pointer, report);
  if (texts.every((text): text is string => typeof text === 'string')) return texts;
  report(pointer, 'must hold texts');
  return [];
}

function readCleanings(text: unknown, pointer: string, report: Report): Cleaning[] {
  return listOf(text, cleanings.length, `${pointer}/text`, report).flatMap((name) => {
    const known = cleanings.find((one) => one === name);
    if (!known) {
      report(`${pointer}/text`, `must be of ${cleanings.join(', ')}, not ${shown(name)}`);
    }
    return known ?? [];
  });
}

function readValues(rule: Members, pointer: string, report: Report): ReadonlyMap<string, Json> {
  const at = `${pointer}/values`;
  const values = new Map<string, Json>();
  const table = rule['values'];
  const names = new Set(typeof table === 'object' && table !== null ? Object.keys(table) : []);
  for (const [name, value] of Object.entries(membersOf(table, names, at, report) ?? {})) {
    const fault = valueFault(value, TEXT_MAX);
    if (fault) report(pointerTo(at, name), fault);
    else values.set(name, value as Json);
  }
  return values;
}
