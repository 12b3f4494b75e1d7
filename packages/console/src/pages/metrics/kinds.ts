// The kinds of metrics, as the form and a report have them.
import type { MetricInput } from '@attune/contract';

interface KindDefinition {
  readonly label: string;
  /** Does it add up? A conversion counts a user once, however often. */
  readonly isSum: boolean;
  /** Is one sum divided by another? */
  readonly isRatio: boolean;
  readonly unit: 'share' | 'number' | 'money';
  /** How its mean is called, and what that counts. */
  readonly mean: string;
  readonly counted: string;
  /** What of a user it is, in a sentence: its event or its sum, and what that is divided by. */
  readonly sentence: (said: {
    readonly event: string;
    readonly sum: (defaultProperty?: string) => string;
    readonly denominator: string;
  }) => string;
}

/** Of each kind of metric; one that the contract adds has a line here. */
export const kinds: Readonly<Record<MetricInput['kind'], KindDefinition>> = {
  conversion: {
    ...{ label: 'Conversion: did it happen at all', isSum: false, isRatio: false, unit: 'share' },
    ...{ mean: 'Rate', counted: 'the share of users with at least one' },
    sentence: ({ event }) => `The share of users with at least one ${event}`,
  },
  count: {
    ...{ label: 'Count: how often, or a sum', isSum: true, isRatio: false, unit: 'number' },
    ...{ mean: 'Per user', counted: 'how many there were per user' },
    sentence: ({ sum }) => `Per user, ${sum()}`,
  },
  revenue: {
    ...{ label: 'Revenue: money per user', isSum: true, isRatio: false, unit: 'money' },
    ...{ mean: 'Per user', counted: 'revenue per user' },
    sentence: ({ sum }) => `Per user, ${sum('value')}, in the site’s currency`,
  },
  ratio: {
    ...{ label: 'Ratio: one sum by another', isSum: true, isRatio: true, unit: 'number' },
    ...{ mean: 'Ratio', counted: 'the ratio of what users did' },
    sentence: ({ sum, denominator }) => `Over all users, ${sum()}, by ${denominator}`,
  },
};
