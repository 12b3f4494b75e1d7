// An item in a slot: what it is, and why it is there.

import type { PreviewStrategyOutput } from '@attune/contract';
import { Text } from '@mantine/core';
import { Mark } from '../../../ui/mark.tsx';
import { itemOf, nameOf, sayPrice } from '../../feeds/item-labels.ts';
import { Picture } from '../../feeds/picture.tsx';
import { type MethodName, methods } from '../recipe/methods.ts';
import type { Place } from './compare.ts';
import classes from './preview.module.css';

export type Slot = PreviewStrategyOutput['slots'][number];

interface Given {
  readonly slot: Slot;
  /** Where the list beside it has the item; undefined: there is none beside it. */
  readonly place: Place | undefined;
}

export function ItemCard({ slot, place }: Given) {
  const { sku, productData } = slot;
  if (sku === null) {
    return (
      <li className={classes['card']} data-empty>
        <Text size="sm" c="dimmed">
          <SlotNumber slot={slot} /> Empty: nothing qualifies.
        </Text>
      </li>
    );
  }
  const item = { ...itemOf(productData), sku };
  const price = sayPrice(item);
  return (
    <li className={classes['card']} data-changed={place !== undefined && place !== 'same'}>
      <Picture item={item} size={48} />
      <div className={classes['words']}>
        <Text size="sm" fw={500} lineClamp={2} title={nameOf(item)}>
          <SlotNumber slot={slot} /> {nameOf(item)}
        </Text>
        <Text size="xs" c="dimmed">
          {[sku, price].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" className={classes['why']} title={slot.reason}>
          {sayWhy(slot)}
        </Text>
        {place !== undefined && place !== 'same' && (
          <Mark tone={place === 'missing' ? 'odd' : 'neutral'} size="sm">
            {place === 'missing' ? 'Only here' : `There in slot ${place + 1}`}
          </Mark>
        )}
      </div>
    </li>
  );
}

const SlotNumber = ({ slot: { slot } }: { slot: Slot }) => (
  <span className={classes['number']}>{slot + 1}.</span>
);

const score = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** "Step 2, Viewed together, from 4711, score 0.83". */
function sayWhy({ source, step, method, seed, score: value, isExplored, relaxed }: Slot): string {
  const words: string[] = [];
  if (source === 'pin') words.push('Pinned');
  if (source === 'last-resort') words.push('Behind the last step');
  if (step !== null) words.push(`Step ${step + 1}`);
  if (method !== null && source === 'step') words.push(titleOf(method));
  if (seed !== null) words.push(`from ${seed}`);
  if (value !== null) words.push(sayScore(method, value));
  if (isExplored) words.push('by chance');
  if (relaxed.length > 0) words.push(`more of one ${relaxed.join(', ')} than asked`);
  return words.join(', ');
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Methods that go by time have the moment for a score. */
function sayScore(method: string | null, value: number): string {
  const isTime = method === 'newest' || method?.startsWith('recently-');
  return isTime && value > 1e11 ? `of ${day.format(value)}` : `score ${score.format(value)}`;
}

const titleOf = (method: string) =>
  methods[method as MethodName]?.title ??
  (method.startsWith('collaborative') ? 'Collaborative' : method);
