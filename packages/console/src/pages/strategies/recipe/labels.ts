// A recipe in words: its steps, its filters, as a list of strategies and a preview say them.
import { comparisons, type FilterDraft } from './filters.ts';
import { interactions, type MethodDraft, methods, nameOf, seeds } from './methods.ts';

/** "Popular, by purchases in 30 days". */
export function sayMethod(method: MethodDraft): string {
  const name = nameOf(method);
  if (name === undefined) return `Method ${method.type}`;
  return [methods[name].title, ...sayOptions(method)].join(', ');
}

function sayOptions(method: MethodDraft): string[] {
  const { event, window, recent, seed, columns, properties } = method;
  const said: string[] = [];
  const days = recent ?? window;
  const within = typeof days === 'number' ? ` in ${sayDays(days)}` : '';
  const counts = interactions[event as keyof typeof interactions];
  if (counts) said.push(`by ${lower(counts)}${within}`);
  if (seed !== undefined && seed !== 'auto') {
    said.push(`from ${lower(seeds[seed as keyof typeof seeds] ?? String(seed))}`);
  }
  const names = columns ?? properties;
  if (Array.isArray(names) && names.length > 0) said.push(`by ${names.join(', ')}`);
  return said;
}

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1);

const sayDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** "price ≤ 50", "is in stock". */
export function sayFilter(filter: FilterDraft): string {
  const { column, is, value, from, to, days } = filter;
  switch (filter.type) {
    case 'column':
      return `${column} ${comparisons[is as keyof typeof comparisons] ?? is} ${sayValue(value)}`;
    case 'same':
      return `same ${column} as the page’s item`;
    case 'price-near':
      return `costs ${percent(from)} to ${percent(to)} of the page’s item`;
    case 'in-stock':
      return 'is in stock';
    case 'not-in-cart':
      return 'is not in the cart';
    case 'not-on-page':
      return 'is not the page’s item';
    case 'not-purchased':
      return `not bought in ${sayDays(Number(days))}`;
    case 'not-viewed':
      return `not viewed in ${sayDays(Number(days))}`;
    default:
      return `filter ${filter.type}`;
  }
}

const percent = (share: unknown) => `${Number((Number(share) * 100).toFixed(2))} %`;
const sayValue = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

interface Said {
  readonly steps?: readonly { readonly method: MethodDraft }[];
}

/** The chain on one line: "Viewed together, then Popular, by purchases in 30 days". */
export function sayChain({ steps = [] }: Said): string {
  return steps.map(({ method }) => sayMethod(method)).join(', then ');
}

const places: Readonly<Record<string, string>> = {
  ...{ steps: 'step', filters: 'filter', diversity: 'limit', rules: 'rule', pins: 'pin' },
};

/** `/strategy/steps/0/filters/1/column` as "Step 1, filter 2". */
export function sayPlace(pointer: string): string {
  const names = pointer.split('/');
  const said = names.flatMap((name, at) => {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    return place && names[at + 1] !== undefined ? [`${place} ${Number(names[at + 1]) + 1}`] : [];
  });
  const [first = 'the strategy', ...rest] = said;
  return [first[0]!.toUpperCase() + first.slice(1), ...rest].join(', ');
}
