// The kinds of metrics: what each makes of a user's outcomes, and what its numbers are.
import type { MetricInput } from '@attune/contract';

interface KindDefinition {
  /** What of a user is compared: whether there was an outcome, a sum, or one sum by another. */
  readonly statistic: 'rate' | 'mean' | 'ratio';
  /** The property that is summed where none is named; undefined: each event is 1. */
  readonly sums: string | undefined;
  /** What one value of it is. */
  readonly unit: 'share' | 'number' | 'money';
  /** What is higher or lower than another variation's. */
  readonly compared: string;
}

/** Of each kind of metric; one that the contract adds has a line here. */
export const kindDefinitions: Readonly<Record<MetricInput['kind'], KindDefinition>> = {
  conversion: {
    ...{ statistic: 'rate', sums: undefined },
    ...{ unit: 'share', compared: 'conversion rate' },
  },
  count: {
    ...{ statistic: 'mean', sums: undefined },
    ...{ unit: 'number', compared: 'mean per user' },
  },
  revenue: {
    ...{ statistic: 'mean', sums: 'value' },
    ...{ unit: 'money', compared: 'revenue per user' },
  },
  ratio: {
    ...{ statistic: 'ratio', sums: undefined },
    ...{ unit: 'number', compared: 'ratio' },
  },
};
