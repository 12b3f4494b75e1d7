// What a variation recommends in a sentence, for people who check it before it is live.
import type { FilterDraft } from '../../../strategies/recipe/filters.ts';
import { sayFilter } from '../../../strategies/recipe/labels.ts';
import { asFields, type RecommendationDraft } from './recommendation.ts';

/** "shows 8 items picked by the strategy “For you”, with 2 rules. Pinned: RS-1 in slot 1." */
export function sayRecommendation(
  given: RecommendationDraft,
  { isSorting, nameOf }: { isSorting: boolean; nameOf: (strategy: number) => string },
): string {
  const draft = given.text === undefined ? given : asFields(given);
  if (!draft) return 'shows what its JSON says.';
  const { strategy, slots = 1, rules = [], pins = [] } = draft;
  const by = strategy === null ? 'no strategy yet' : `the strategy “${nameOf(strategy)}”`;
  if (isSorting) return `puts the items of the page in the order of ${by}.`;
  const items = slots === 1 ? '1 item' : `${slots || 'no'} items`;
  const ruled = rules.length === 1 ? ', with 1 rule' : `, with ${rules.length} rules`;
  const pinned = pins.map(
    ({ slot, sku }) => `${sku || '…'} in slot ${slot === '' ? '…' : slot + 1}`,
  );
  return [
    `shows ${items} picked by ${by}${rules.length > 0 ? ruled : ''}.`,
    ...(pinned.length > 0 ? [`Pinned: ${pinned.join(', ')}.`] : []),
  ].join(' ');
}

const alwaysAlike: readonly string[] = ['column', 'in-stock'];

/** The filters that depend on the page or the visitor, in words. */
export function filtersOfVisits(
  filters: readonly FilterDraft[] = [],
  rules: RecommendationDraft['rules'] = [],
): readonly string[] {
  const included = rules.filter(({ type }) => type === 'include').flatMap((one) => one.filters);
  return [...filters, ...included].filter(({ type }) => !alwaysAlike.includes(type)).map(sayFilter);
}
