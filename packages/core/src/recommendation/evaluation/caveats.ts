// What of strategies an evaluation leaves out or cannot know, in words for people.

import type { ItemFilter } from '../definition.ts';
import { filtersOf } from '../strategy/filters-of.ts';
import { columnFilters } from './items-today.ts';
import type { JudgedStrategy } from './rankers.ts';

const ofThePage: readonly ItemFilter['type'][] = [
  'same',
  'price-near',
  'not-in-cart',
  'not-on-page',
];

/** Sentences on these strategies, none that does not concern them. */
export function caveatsOf(strategies: readonly JudgedStrategy[]): string[] {
  const filters = strategies.flatMap(filtersOf);
  const columns = columnFilters(filters);
  const isStock = (filter: ItemFilter) =>
    filter.type === 'in-stock' || (filter.type === 'column' && filter.column === 'in_stock');
  const isDiverse = strategies.some(({ diversity = [] }) => diversity.length > 0);
  const isExploring = strategies.some(({ exploration }) => (exploration?.share ?? 0) > 0);
  const said: [boolean, string][] = [
    [columns.length > 0 || isDiverse, ofToday],
    [columns.some(({ column }) => column === 'price'), ofPrices],
    [filters.some(isStock), ofStock],
    [filters.some(({ type }) => ofThePage.includes(type)), ofPages],
    [isExploring, ofChance],
  ];
  return said.filter(([concerns]) => concerns).map(([, sentence]) => sentence);
}

const ofToday =
  'Filters over columns and diversity look at items as the feed has them today, not as they were ' +
  'then, which can favour or harm a strategy; an item that left the feed has no values.';
const ofPrices = 'Filters over prices take the prices of today.';
const ofStock = 'Filters by stock are left out: the stock of today says nothing of then.';
const ofPages = 'Filters by the page or the cart are left out: a history has neither.';
const ofChance = 'Exploration is left out: each list is the best that its strategy knows.';
