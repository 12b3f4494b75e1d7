// The mapping of a file while it is edited: what each column of the feed is made of.
import { checkMapping } from '@attune/core';

/** What a column of ours is made of, as mapping files have it. */
export interface Rule {
  readonly from?: string | readonly string[];
  readonly template?: string | readonly string[];
  readonly json?: boolean;
  readonly split?: string;
  readonly at?: number;
  readonly text?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
  readonly as?: string;
  readonly separator?: string;
  readonly without?: readonly string[];
  readonly cases?: readonly Case[];
  readonly default?: unknown;
  readonly optional?: boolean;
}

/** A value that a column has where a row meets a condition. */
export interface Case {
  readonly when: Condition;
  readonly is: unknown;
}

export interface Condition {
  readonly from?: string | readonly string[];
  readonly in?: readonly string[];
  readonly filled?: boolean;
  readonly all?: readonly Condition[];
}

/** As `attune feeds push --map` reads it. */
export interface MappingFile {
  readonly columns: Readonly<Record<string, string | Rule>>;
  readonly keepOthers?: boolean;
  /** Are numbers written as 1.234,56? */
  readonly decimalComma?: boolean;
  /** Did someone say so, of numbers that can be read in two ways? */
  readonly numbersConfirmed?: boolean;
  /** The only one that prices may be in, or `any`; absent: one, whichever. */
  readonly currency?: string;
  /** The shop's address, for pages and pictures that the file names without it. */
  readonly base?: string;
  /** Of its rows: where they are, which belong together, which to skip. */
  readonly [shape: string]: unknown;
}

export interface MappingDraft {
  /** By our column. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Columns of the file that no rule begins with and that are not kept. */
  readonly dropped: ReadonlySet<string>;
  readonly decimalComma: boolean;
  readonly numbersConfirmed: boolean;
  readonly currency: string | undefined;
  readonly base: string | undefined;
  /** What the mapping says of rows, which is sent as it came. */
  readonly shape: Readonly<Record<string, unknown>>;
}

/** How our columns are read by default. */
const usual: Readonly<Record<string, Rule>> = {
  sku: { as: 'string' },
  group_id: { as: 'string' },
  name: { as: 'string' },
  url: { as: 'url' },
  image_url: { as: 'url' },
  price: { as: 'price' },
  regular_price: { as: 'price', optional: true },
  sale_price: { as: 'price', optional: true },
  sale_price_effective_date: { as: 'period', optional: true },
  currency: { as: 'currency' },
  in_stock: { as: 'stock' },
  categories: { as: 'list' },
  keywords: { as: 'list', optional: true },
  brand: { as: 'string', optional: true },
  description: { as: 'string', text: ['strip', 'decode', 'trim'], optional: true },
  publish_time: { as: 'time', optional: true },
  additional_image_urls: { as: 'url', optional: true },
};

/** The currency of every price, where the file names none; '' where it is not set. */
export function constantCurrency({ rules }: MappingDraft): string {
  const { from, default: value } = rules.get('currency') ?? {};
  return from === undefined && typeof value === 'string' ? value : '';
}

/** Says which currency every price is in; '' leaves it to the site's. */
export function withCurrency(draft: MappingDraft, currency: string): MappingDraft {
  const rules = new Map(draft.rules);
  if (currency === '') rules.delete('currency');
  else rules.set('currency', { default: currency });
  return { ...draft, rules };
}

export function draftOf(file: MappingFile, sources: readonly string[]): MappingDraft {
  const rules = new Map(
    Object.entries(file.columns).map(([column, rule]): [string, Rule] => [column, asRule(rule)]),
  );
  const begun = new Set([...rules.values()].flatMap(rootsOf));
  const others = sources.filter((source) => !begun.has(source));
  const { columns: _, keepOthers, decimalComma = false, currency, base, ...rest } = file;
  const { numbersConfirmed = false, ...shape } = rest;
  return {
    ...{ rules, dropped: new Set(keepOthers ? [] : others) },
    ...{ decimalComma, numbersConfirmed, currency, base, shape },
  };
}

const asRule = (rule: string | Rule): Rule => (typeof rule === 'string' ? { from: rule } : rule);

/**
 * What to send. Where nothing is left out, whatever else a row holds is kept as well: the file may
 * have columns further down that its first rows lack.
 */
export function fileOf(draft: MappingDraft, sources: readonly string[]): MappingFile {
  const { rules, dropped, decimalComma, numbersConfirmed, currency, base, shape } = draft;
  const columns: [string, string | Rule][] = [...rules];
  const written = {
    ...(decimalComma && { decimalComma }),
    ...(numbersConfirmed && { numbersConfirmed }),
    ...(currency && { currency }),
    ...(base && { base }),
    ...shape,
  };
  if (dropped.size === 0) {
    return { columns: Object.fromEntries(columns), keepOthers: true, ...written };
  }
  const begun = new Set([...rules.values()].flatMap(rootsOf));
  const kept = sources.filter(
    (source) => !begun.has(source) && !dropped.has(source) && !rules.has(source),
  );
  columns.push(...kept.map((source): [string, string] => [source, pathOf(source)]));
  return { columns: Object.fromEntries(columns), keepOthers: false, ...written };
}

/** The rule of a column of the feed; one that the file names like ours is kept as it is. */
export function ruleOf(
  { rules, dropped }: MappingDraft,
  column: string,
  sources: readonly string[],
): Rule | undefined {
  const isKept = sources.includes(column) && !dropped.has(column);
  return rules.get(column) ?? (isKept ? { from: pathOf(column) } : undefined);
}

/** The columns of the feed to show: required ones first, then those with a rule or a known name. */
export function shownColumns(
  draft: MappingDraft,
  sources: readonly string[],
  { required, known }: { readonly required: readonly string[]; readonly known: readonly string[] },
): readonly string[] {
  const kept = known.filter((column) => keptOf(draft, sources).includes(column));
  return [...new Set([...required, ...draft.rules.keys(), ...kept])];
}

/** Columns of the file that no rule begins with, and that are not called like a rule's own. */
export function othersOf({ rules }: MappingDraft, sources: readonly string[]): readonly string[] {
  const begun = new Set([...rules.values()].flatMap(rootsOf));
  return sources.filter((source) => !begun.has(source) && !rules.has(source));
}

/** Those of them that the feed gets as they are. */
export const keptOf = (draft: MappingDraft, sources: readonly string[]): readonly string[] =>
  othersOf(draft, sources).filter((source) => !draft.dropped.has(source));

/** Says which of the other columns the feed gets. */
export function withKept(
  draft: MappingDraft,
  sources: readonly string[],
  kept: readonly string[],
): MappingDraft {
  const left = othersOf(draft, sources).filter((source) => !kept.includes(source));
  return { ...draft, dropped: new Set(left) };
}

/** Says what a column of the feed is made of; undefined: of nothing. */
export function withRule(
  draft: MappingDraft,
  column: string,
  rule: Rule | undefined,
): MappingDraft {
  const rules = new Map(draft.rules);
  if (rule === undefined) rules.delete(column);
  else rules.set(column, rule);
  return { ...draft, rules };
}

/** A column of the file as a column of the feed, read as that usually is. */
export const ruleFrom = (column: string, source: string): Rule => ({
  from: pathOf(source),
  ...(Object.hasOwn(usual, column) && usual[column]),
});

/** The one column of the file that a rule is made of; '' for none yet; undefined: of more. */
export function simpleSourceOf(
  { from = [], template, cases, ...rest }: Rule,
  sources: readonly string[],
): string | undefined {
  if (template !== undefined || cases !== undefined || rest.default !== undefined) return undefined;
  const paths = [from].flat();
  if (paths.length === 0) return '';
  return paths.length > 1 ? undefined : sources.find((source) => pathOf(source) === paths[0]);
}

/** Required columns that nothing of the file becomes. */
export function missingOf(
  draft: MappingDraft,
  sources: readonly string[],
  required: readonly string[],
): readonly string[] {
  const isMade = (column: string) => {
    const rule = ruleOf(draft, column, sources);
    if (rule === undefined) return false;
    const { default: value, cases } = rule;
    // Of rows that belong together, and of parents, the file's columns say nothing by themselves.
    const isFound = (root: string) => sources.includes(root) || shaped.has(root);
    return value !== undefined || cases !== undefined || rootsOf(rule).some(isFound);
  };
  return required.filter((column) => !isMade(column));
}

const shaped = new Set(['rows', 'parent']);

/** Which columns of the file a rule begins with. */
function rootsOf(rule: Rule): string[] {
  const checked = checkMapping({ columns: { x: rule } });
  return checked.ok ? [...checked.mapping.used] : [];
}

/** How a mapping names a column of the file; dots and brackets would lead into its value. */
export function pathOf(source: string): string {
  return /^[^.[\]]+$/.test(source) ? source : `[${JSON.stringify(source)}]`;
}
