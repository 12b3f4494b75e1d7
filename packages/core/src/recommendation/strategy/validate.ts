// Knows what a strategy may not say, beyond the shape of its JSON.

import type { Fault } from '../../events/fields.ts';
import { pointerTo } from '../../text/pointer.ts';
import type { ItemFilter } from '../definition.ts';
import { methodDefinition, methodName } from '../method-table.ts';
import type { MethodDraft, StrategyDraft } from './complete.ts';

/** Everything wrong with a strategy whose JSON has the right shape, each where it stands. */
export function validateStrategy({ steps, filters, diversity }: StrategyDraft): Fault[] {
  const columns = (diversity ?? []).map(({ column }) => column);
  return [
    ...steps.flatMap(({ method, filters: own }, at) => [
      ...validateMethod(method, `/steps/${at}/method`),
      ...validateFilters(own ?? [], `/steps/${at}/filters`),
    ]),
    ...validateFilters(filters ?? [], '/filters'),
    ...columns.flatMap((column, at) =>
      when(columns.indexOf(column) !== at, `/diversity/${at}/column`, 'is limited twice'),
    ),
  ];
}

function validateMethod(method: MethodDraft, pointer: string): Fault[] {
  const name = methodName(method);
  const { defaults, optional } = methodDefinition(method);
  const known = new Set(['type', ...Object.keys(defaults), ...optional]);
  if (method.type === 'collaborative') known.add('algorithm');
  const complete = { ...defaults, ...method } as Record<string, unknown>;
  const { window, recent, minimumSupport } = complete as Record<string, number>;
  const isLong = name === 'trending' && (recent as number) >= (window as number);
  return [
    ...Object.keys(method)
      .filter((option) => !known.has(option))
      .map((option) => ({
        pointer: pointerTo(pointer, option),
        detail: `is not an option of ${name.replace(' ', ' by ')}`,
      })),
    ...when(isLong, `${pointer}/recent`, 'must be shorter than the window it is compared with'),
    ...when(minimumSupport === 0, `${pointer}/minimumSupport`, 'must be at least 1'),
  ];
}

/** What each filter is made of, beside its type. */
const members: Readonly<Record<ItemFilter['type'], readonly string[]>> = {
  column: ['column', 'is', 'value'],
  same: ['column'],
  'price-near': ['from', 'to'],
  'in-stock': [],
  'not-in-cart': [],
  'not-on-page': [],
  'not-purchased': ['days'],
  'not-viewed': ['days'],
};

const numeric: ReadonlySet<unknown> = new Set(['EQ', 'GT', 'GTE', 'LT', 'LTE']);

/** Everything wrong with a list of filters; `pointer` is where it stands. */
export function validateFilters(filters: readonly ItemFilter[], pointer: string): Fault[] {
  return filters.flatMap((filter, at) => validateFilter(filter, `${pointer}/${at}`));
}

function validateFilter(filter: ItemFilter, at: string): Fault[] {
  const given = filter as unknown as Readonly<Record<string, unknown>>;
  const { type } = filter;
  const needed = members[type];
  const { is, value, from, to } = given;
  const isCut = type === 'price-near' && Number(from) >= Number(to);
  const isNumber = typeof value === 'number';
  return [
    ...needed.flatMap((name) => when(given[name] === undefined, `${at}/${name}`, 'is required')),
    ...Object.keys(given)
      .filter((name) => name !== 'type' && !needed.includes(name))
      .map((name) => ({ pointer: pointerTo(at, name), detail: `is not a part of ${type}` })),
    ...when(isCut, `${at}/from`, 'must be below to'),
    ...when(
      type === 'column' && numeric.has(is) && value !== undefined && !isNumber,
      `${at}/value`,
      'must be a number to be compared so',
    ),
    ...when(
      type === 'column' && is === 'CONTAINS' && value !== undefined && typeof value !== 'string',
      `${at}/value`,
      'must be a text to be contained',
    ),
  ];
}

function when(isWrong: boolean, pointer: string, detail: string): Fault[] {
  return isWrong ? [{ pointer, detail }] : [];
}
