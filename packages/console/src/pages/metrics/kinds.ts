// The kinds of metrics, as the form and a report have them.
import type { MetricInput } from '@attune/contract';

interface KindDefinition {
  readonly name: string;
  /** What one user's number is, for the form. */
  readonly about: string;
  /** Does it add up? A conversion counts a user once, however often. */
  readonly isSum: boolean;
  /** Is one sum divided by another? */
  readonly isRatio: boolean;
  readonly unit: 'share' | 'number' | 'money';
  /** How its mean is called, and what that counts. */
  readonly mean: string;
  readonly counted: string;
  /** What of a user it is, in words: its event or its sum, and what that is divided by. */
  readonly sentence: (said: {
    readonly event: string;
    readonly sum: (defaultProperty?: string) => string;
    readonly denominator: string;
  }) => string;
}

/** Of each kind of metric; one that the contract adds has a line here. */
export const kinds: Readonly<Record<MetricInput['kind'], KindDefinition>> = {
  conversion: {
    ...{ name: 'Conversion', about: 'users with at least one event' },
    ...{ isSum: false, isRatio: false, unit: 'share' },
    ...{ mean: 'Conversion rate', counted: 'share of users with at least one' },
    sentence: ({ event }) => `Share of users with at least one ${event}`,
  },
  count: {
    ...{ name: 'Count', about: 'events per user, or the sum of a property' },
    ...{ isSum: true, isRatio: false, unit: 'number' },
    ...{ mean: 'Mean per user', counted: 'mean per user' },
    sentence: ({ sum }) => `Mean per user: ${sum()}`,
  },
  revenue: {
    ...{ name: 'Revenue', about: 'money per user' },
    ...{ isSum: true, isRatio: false, unit: 'money' },
    ...{ mean: 'Revenue per user', counted: 'revenue per user' },
    sentence: ({ sum }) => `Mean per user in the site’s currency: ${sum('value')}`,
  },
  ratio: {
    ...{ name: 'Ratio', about: 'one sum divided by another' },
    ...{ isSum: true, isRatio: true, unit: 'number' },
    ...{ mean: 'Ratio', counted: 'ratio over all users' },
    sentence: ({ sum, denominator }) => `Over all users: ${sum()} divided by ${denominator}`,
  },
};
