// What the service showed a user, and what they did with it.

import type {
  Assignment,
  ExposedUnit,
  ExposedVisitor,
  LoggedDecision,
  RecommendedList,
  RecommendedPlace,
  RecordedSlot,
} from '../parts.ts';
import { type Kind, nothing } from './kind.ts';

interface OfVariation {
  readonly campaignId: number;
  readonly experienceId: number;
  readonly variationId: number;
}

const aboutVariation = ({ campaignId, variationId }: OfVariation) =>
  `campaign ${campaignId}, variation ${variationId}`;

export interface Exposure extends OfVariation {
  readonly kind: 'exposure';
  readonly revision: number;
  readonly propensity: number;
  /** Of the experience's weights and traffic; reports stratify by it. */
  readonly allocationVersion: number;
  /** Kept from an earlier exposure: the propensity is of today's draw, and did not decide. */
  readonly isKept: boolean;
  /**
   * The holdout that kept the variation from the user. They were not exposed to it: they stand for
   * those who would have been, and count on the holdout's side of the programme's effect.
   */
  readonly holdoutId?: number;
  readonly assignment?: Assignment;
  /** What it counts for, where that is not the user: a device that others use too, an account. */
  readonly unit?: ExposedUnit;
  /** What the request's decisions read (`ValuesRead`); on its first exposure alone. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly visitor?: ExposedVisitor;
  readonly recommended?: readonly RecordedSlot[];
  readonly list?: RecommendedList;
}

export const exposure: Kind<Exposure> = {
  read: null,
  isActivity: false,
  statements: nothing,
  about: aboutVariation,
  anonymised(event) {
    const { id: _id, time: _time, session: _session, ...rest } = event;
    const { assignment: _assignment, values: _values, ...others } = rest;
    const { recommended: _items, list: _list, unit, ...kept } = others;
    // An account is nobody's own.
    return unit?.kind === 'account' ? { ...kept, unit } : kept;
  },
};

/** Decisions of a request of which it logged no exposure; not an act of the user. */
export interface Decision {
  readonly kind: 'decision';
  readonly revision: number;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly decided: readonly LoggedDecision[];
}

export const decision: Kind<Decision> = {
  read: null,
  isActivity: false,
  statements: nothing,
  about: ({ decided }) => `${decided.length} decisions without an exposure`,
  anonymised: null,
};

export interface Engagement extends OfVariation {
  readonly kind: 'click' | 'impression';
  readonly sku?: string;
  /** Of a click on a recommendation; of an impression, where being seen is what counts. */
  readonly slot?: RecommendedPlace;
}

/** A click says nothing of affinity by itself: the view is an event of its own. */
const engagement = (kind: Engagement['kind'], isActivity: boolean): Kind<Engagement> => ({
  read: null,
  isActivity,
  statements: nothing,
  about: aboutVariation,
  anonymised: ({ campaignId, experienceId, variationId, name, slot }) => ({
    ...{ kind, name, campaignId, experienceId, variationId, ...(slot && { slot }) },
  }),
});
export const click = engagement('click', true);
export const impression = engagement('impression', false);
