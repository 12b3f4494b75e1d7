// The mapping of a file while it is edited: what becomes of each of the file's columns.
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
  sale_price: { as: 'price' },
  sale_price_effective_date: { as: 'period' },
  currency: { as: 'currency' },
  in_stock: { as: 'stock' },
  categories: { as: 'list' },
  keywords: { as: 'list' },
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
  const { columns: _, keepOthers, decimalComma = false, currency, base, ...shape } = file;
  return {
    ...{ rules, dropped: new Set(keepOthers ? [] : others) },
    ...{ decimalComma, currency, base, shape },
  };
}

const asRule = (rule: string | Rule): Rule => (typeof rule === 'string' ? { from: rule } : rule);

/**
 * What to send. Where nothing is left out, whatever else a row holds is kept as well: the file may
 * have columns further down that its first rows lack.
 */
export function fileOf(draft: MappingDraft, sources: readonly string[]): MappingFile {
  const { rules, dropped, decimalComma, currency, base, shape } = draft;
  const columns: [string, string | Rule][] = [...rules];
  const written = {
    ...(decimalComma && { decimalComma }),
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

/** Our columns that begin with a column of the file; its own name where it is kept as it is. */
export function targetsOf({ rules, dropped }: MappingDraft, source: string): readonly string[] {
  const targets = [...rules].flatMap(([column, rule]) =>
    rootsOf(rule).includes(source) ? [column] : [],
  );
  if (targets.length > 0 || dropped.has(source) || rules.has(source)) return targets;
  return [source];
}

/** Says which of our columns a column of the file becomes; none: it is left out. */
export function withTargets(
  draft: MappingDraft,
  source: string,
  targets: readonly string[],
): MappingDraft {
  const before = targetsOf(draft, source);
  const rules = new Map(draft.rules);
  const dropped = new Set(draft.dropped);
  dropped.delete(source);
  for (const column of before) {
    if (targets.includes(column)) continue;
    const left = withoutRoot(rules.get(column), source);
    if (left) rules.set(column, left);
    else rules.delete(column);
  }
  for (const column of targets) {
    if (before.includes(column)) continue;
    // A column has one origin: whatever it was made of before, it is made of this now.
    rules.set(column, { from: pathOf(source), ...(Object.hasOwn(usual, column) && usual[column]) });
  }
  if (targets.length === 0) dropped.add(source);
  // Its own name beside others is a rule too, or it would be lost.
  if (targets.length > 1 && targets.includes(source) && !rules.has(source)) {
    rules.set(source, { from: pathOf(source) });
  }
  return { ...draft, rules, dropped };
}

/** The rule of one of our columns; a column that is kept as it is has an empty one. */
export const ruleOf = ({ rules }: MappingDraft, column: string): Rule => rules.get(column) ?? {};

/** Says how the values of one of our columns are read. */
export function withReading(
  draft: MappingDraft,
  source: string,
  column: string,
  { as, separator }: Pick<Rule, 'as' | 'separator'>,
): MappingDraft {
  const { as: _, separator: __, ...rest } = draft.rules.get(column) ?? { from: pathOf(source) };
  const rule = { ...rest, ...(as && { as }), ...(as === 'list' && separator && { separator }) };
  return { ...draft, rules: new Map(draft.rules).set(column, rule) };
}

/** Required columns that nothing of the file becomes. */
export function missingOf(
  draft: MappingDraft,
  sources: readonly string[],
  required: readonly string[],
): readonly string[] {
  const made = new Set(sources.flatMap((source) => targetsOf(draft, source)));
  const isMade = (column: string) => {
    const rule = draft.rules.get(column);
    // Of rows that belong together, and of parents, the file's columns say nothing by themselves.
    return rule?.default !== undefined || rootsOf(rule ?? {}).some((root) => shaped.has(root));
  };
  return required.filter((column) => !made.has(column) && !isMade(column));
}

const shaped = new Set(['rows', 'parent']);

/** Which columns of the file a rule begins with. */
function rootsOf(rule: Rule): string[] {
  const checked = checkMapping({ columns: { x: rule } });
  return checked.ok ? [...checked.mapping.used] : [];
}

function withoutRoot(rule: Rule | undefined, source: string): Rule | undefined {
  // A template is one text: without one of its columns it says something else.
  const paths = rule?.from === undefined ? [] : [rule.from].flat();
  const left = paths.filter((from) => !rootsOf({ from }).includes(source));
  if (left.length === 0) return undefined;
  return { ...rule, from: left.length === 1 ? left[0]! : left };
}

/** How a mapping names a column of the file; dots and brackets would lead into its value. */
export function pathOf(source: string): string {
  return /^[^.[\]]+$/.test(source) ? source : `[${JSON.stringify(source)}]`;
}
