// Strategies: recipes for recommendations, which variations of campaigns refer to.
import type { StrategyInput } from '@attune/contract';
import {
  completeStrategy,
  type StrategyDefinition,
  type StrategyDraft,
  validateStrategy,
} from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectFeeds } from '../../catalog/feeds/index.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';
import { selectUses } from './uses.ts';

export interface StrategyRow {
  readonly id: number;
  /** JSON text of a StrategyDefinition without its id. */
  readonly body: string;
}

/** A site's strategies, by id. */
export async function selectStrategies(db: Db, siteId: number): Promise<StrategyRow[]> {
  const rows = await selectObjects(db, siteId, 'strategy');
  return rows.map(({ id, body }) => ({ id, body }));
}

export const strategyKind: ObjectKind<StrategyInput> = {
  kind: 'strategy',
  noun: 'strategy',
  nameOf: ({ name }) => name,
  async accept(input, { tx, siteId }) {
    return acceptWith(input, await selectFeeds(tx, siteId));
  },
  async release(tx, siteId, { id }) {
    const uses = (await selectUses(tx, siteId)).get(id) ?? [];
    if (uses.length === 0) return;
    const names = [...new Set(uses.map(({ selector }) => `"${selector}"`))].join(', ');
    throw new ApiError('conflict', `The strategy is used by the campaigns ${names}.`);
  },
};

/** The same of one whose feed may come later. */
export const carriedStrategyKind: ObjectKind<StrategyInput> = {
  ...strategyKind,
  async accept(input, { tx, siteId }) {
    const own = await selectFeeds(tx, siteId);
    const feeds = input.feed === undefined ? own : [...own, { id: input.feed }];
    return acceptWith(input, feeds);
  },
};

function acceptWith(input: StrategyInput, feeds: Parameters<typeof acceptStrategy>[1]) {
  const { name, ...rest } = acceptStrategy(input, feeds, '');
  const { notes } = input;
  return { name, ...(notes !== undefined && { notes }), ...rest };
}

/**
 * A strategy with everything that it left out. Throws `invalid_request` with every error; `pointer`
 * is where it stands.
 */
export function acceptStrategy(
  input: StrategyInput,
  feeds: readonly { readonly id: string }[],
  pointer: string,
): Omit<StrategyDefinition, 'id'> {
  const isUnknown = input.feed !== undefined && !feeds.some(({ id }) => id === input.feed);
  const errors = [
    ...(isUnknown ? [{ pointer: '/feed', detail: 'is not a feed of the site' }] : []),
    ...validateStrategy(draftOf(input)),
  ];
  refuseInvalid(errors.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })));
  return completeStrategy(draftOf(input));
}

/** An input as the core takes it. */
function draftOf(input: StrategyInput): StrategyDraft {
  // The filters' members, which depend on their type, are checked by `validateStrategy`.
  return input as unknown as StrategyDraft;
}

/** A stored strategy. */
export function definitionOf({ id, body }: StrategyRow): StrategyDefinition {
  return { ...(JSON.parse(body) as Omit<StrategyDefinition, 'id'>), id };
}
