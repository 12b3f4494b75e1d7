// What differs between two states of a strategy, in words that a teammate would use.
import type { StrategyInput } from '@attune/contract';
import { differencesOf } from '@attune/core';
import type { Difference } from '../../ui/differences-shown.tsx';
import { comparisons, type FilterDraft } from './recipe/filters.ts';
import { sayFilter } from './recipe/labels.ts';
import {
  interactions,
  type MethodDraft,
  methods,
  nameOf,
  scorings,
  seeds,
} from './recipe/methods.ts';
import { writeSlots } from './recipe/slots.ts';

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  notes: 'Notes',
  feed: 'Feed',
  steps: 'Steps',
  method: 'Method',
  filters: 'Filters',
  diversity: 'Diversity',
  severalOfGroup: 'Several items of a group',
  exploration: 'Exploration',
  slots: 'Slots',
  type: 'Method',
  column: 'Column',
  value: 'Value',
  is: 'Comparison',
  most: 'At most',
  share: 'Share',
  among: 'Among',
};

/** What changed from `before` to `after`, in the order of the page. */
export function differencesBetween(before: StrategyInput, after: StrategyInput): Difference[] {
  return differencesOf(before, after).map(({ change, pointer, before: was, after: is }) => ({
    at: sayPlace(pointer, change === 'removed' ? before : after),
    // Any value of an option can be put in words.
    change: change === 'reordered' ? change : 'changed',
    before: say(pointer, was),
    after: say(pointer, is),
  }));
}

/** "/steps/0/method/window" as "Step 1 › Window". */
function sayPlace(pointer: string, { steps }: Pick<StrategyInput, 'steps'>): string {
  const [head = '', at, ...rest] = pointer.split('/').slice(1);
  if (at === undefined) return labels[head] ?? (head || 'The strategy');
  const number = Number(at) + 1;
  if (head !== 'steps') {
    const names = { filters: 'Filter', diversity: 'Diversity' };
    const one = names[head as keyof typeof names];
    return one === undefined
      ? [labels[head] ?? head, labels[at] ?? at].join(' › ')
      : [`${one} ${number}`, ...rest.map((name) => labels[name] ?? name)].join(' › ');
  }
  const method = steps[Number(at)]?.method as MethodDraft | undefined;
  const name = method && nameOf(method);
  const options = name ? methods[name].options : [];
  const inner = rest
    .filter((part, index) => part !== 'method' || index === rest.length - 1)
    .map((part) => {
      if (/^[0-9]+$/.test(part)) return `${Number(part) + 1}`;
      return options.find((option) => option.name === part)?.label ?? labels[part] ?? part;
    });
  return [`Step ${number}`, ...inner].join(' › ');
}

const choices: Readonly<Record<string, string>> = {
  ...interactions,
  ...seeds,
  ...scorings,
  ...comparisons,
};

function say(pointer: string, value: unknown): string {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'string') return choices[value] ?? value;
  if (pointer.endsWith('/slots') && Array.isArray(value)) return writeSlots(value);
  if (pointer.endsWith('/filters') && Array.isArray(value)) {
    return value.map((one) => sayFilter(one as FilterDraft)).join('\n') || 'none';
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(', ') || 'none';
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
