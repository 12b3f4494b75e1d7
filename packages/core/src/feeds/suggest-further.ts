// Rules that need more than one column: of reduced prices, stock, pages and further pictures.
import type { Candidate } from './candidate-columns.ts';
import { isFurther, placeAmong } from './column-place.ts';
import { notForSale, ofBegin, ofEnd, ofSale, pageNames, saleFlags } from './column-words.ts';
import { bareName, type RuleFile } from './mapping-file.ts';
import { datesOf } from './presets/preset.ts';
import { readDate } from './values/dates.ts';

type Rules = Record<string, RuleFile>;
type Found = ReadonlyMap<string, readonly Candidate[]>;

const lastName = ({ names }: Candidate) => bareName(names.at(-1)!);
const isOne = ({ isListed }: Candidate) => !isListed;

/** When a reduced price holds, from two columns; and where it is none: at 0, or by a flag. */
export function addSale(rules: Rules, found: Found, candidates: readonly Candidate[]): void {
  const sale = rules['sale_price'];
  const [price] = found.get('sale_price') ?? [];
  if (!sale || !price) return;
  const flag = candidates.find(({ column }) => placeAmong(saleFlags, column) !== undefined);
  const cases = [
    ...(flag ? [{ when: { from: flag.paths, in: notForSale }, is: null }] : []),
    ...(price.samples.some((text) => /^0+([.,]0+)?$/.test(text))
      ? [{ when: { from: price.paths, in: ['0', '0.0', '0.00', '0,00', '0.0000'] }, is: null }]
      : []),
  ];
  if (cases.length > 0) rules['sale_price'] = { ...sale, cases };
  if (found.has('sale_price_effective_date')) return;
  const dates = candidates.filter((one) => isOne(one) && ofSale.test(lastName(one)));
  const from = dates.find((one) => ofBegin.test(lastName(one)));
  const until = dates.find((one) => one !== from && ofEnd.test(lastName(one)));
  const rule = from && until ? datesOf(from.paths, until.paths) : oneDate(from, until);
  if (rule) rules['sale_price_effective_date'] = rule;
}

/** Of a period whose other end is in no row. */
function oneDate(from: Candidate | undefined, until: Candidate | undefined): RuleFile | undefined {
  const one = from ?? until;
  if (!one || one.samples.some((text) => !readDate(text))) return undefined;
  const text = from ? `{${one.paths[0]}} / ` : ` / {${one.paths[0]}}`;
  return { template: text, as: 'period', optional: true };
}

const availableNames = ['isavailable', 'available', 'availableflag'];
const counts = 'quantity qty stock inventory stockquantity stocklevel'.split(' ');

/** What is not available is not in stock, however many there are. */
export function addStock(rules: Rules, found: Found, candidates: readonly Candidate[]): void {
  const rule = rules['in_stock'];
  const [flag] = found.get('in_stock') ?? [];
  if (!rule || flag?.kind !== 'flag') return;
  if (placeAmong(availableNames, flag.column) === undefined) return;
  const count = candidates.find((one) => placeAmong(counts, one.column) !== undefined);
  if (count?.kind !== 'number') return;
  const cases = [{ when: { from: flag.paths, in: ['false', 'no', '0'] }, is: false }];
  rules['in_stock'] = { ...rule, cases, from: count.paths };
}

const isPageName = (text: string) => /^[\p{L}\p{N}_~-]+(?:\.html?)?$/u.test(text);

/** A page's address of the last part of it, where there is no more. */
export function addPage(
  rules: Rules,
  found: Found,
  candidates: readonly Candidate[],
  behind: (path: string) => readonly string[],
): void {
  const [given] = found.get('url') ?? [];
  const one = given ?? candidates.filter(isOne).find((each) => namesPage(each));
  if (!one || one.samples.length === 0 || !one.samples.every(isPageName)) return;
  const paths = [...one.paths, ...one.paths.flatMap(behind)];
  rules['url'] = { template: paths.map((path) => `/{${path}}`), as: 'url' };
}

const namesPage = ({ names, filled }: Candidate) =>
  filled > 0 && placeAmong(pageNames, names.at(-1)!) !== undefined;

const picturesMost = 9;
const ofPictures = /image|picture|photo|bild|foto|img/i;

/** Pictures in columns of their own: `IMAGE2`, `other_image_url1`. */
export function furtherPictures(
  image: Candidate,
  candidates: readonly Candidate[],
): RuleFile | undefined {
  const further = candidates.filter(({ column, kind, names }) => {
    if (kind !== 'url' || names.length > 1 || column === image.column) return false;
    return ofPictures.test(column) && (/\d\s*\D?$/.test(column) || isFurther(column));
  });
  const paths = further.slice(0, picturesMost).flatMap((one) => one.paths);
  if (paths.length === 0) return undefined;
  const texts = paths.map((_, at) =>
    paths
      .slice(0, paths.length - at)
      .map((path) => `{${path}}`)
      .join(' '),
  );
  return { template: texts, split: ' ', as: 'url', optional: true };
}
