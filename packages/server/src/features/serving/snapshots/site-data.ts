// The data of a snapshot, as plain data: read in one go, and stored in the snapshot file as it is.

import type { HoldoutDefinition } from '@attune/core';
import type { FeedRecord } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import type { CachedKey } from '../../access/api-keys/index.ts';
import { selectFeeds } from '../../catalog/feeds/index.ts';
import {
  type SigningKeyRow,
  type SiteRow,
  selectSigningKeys,
  selectSite,
} from '../../configuration/sites/index.ts';
import { type AudienceRow, selectAudiences } from '../../experiences/audiences/index.ts';
import { type CampaignRow, selectCampaigns } from '../../experiences/campaigns/index.ts';
import {
  type ExperienceWeights,
  selectDynamicWeights,
} from '../../experiences/dynamic-weights/index.ts';
import { selectHoldouts } from '../../experiences/holdouts/index.ts';
import { selectIdentifierTypes } from '../../people/identifier-types/index.ts';
import { selectTotals } from '../../people/profiles/index.ts';
import { type CurrentModel, selectCurrentModels } from '../../recommendations/models/index.ts';
import { type StrategyRow, selectStrategies } from '../../recommendations/strategies/index.ts';

/** All of a site but its keys, which are kept up with on their own. */
export interface SiteData {
  readonly site: SiteRow;
  readonly identifierTypes: readonly string[];
  /** Absent in files of earlier releases. */
  readonly accountTypes?: readonly string[];
  readonly audiences: readonly AudienceRow[];
  readonly campaigns: readonly CampaignRow[];
  readonly feeds: readonly FeedRecord[];
  /** Absent, as below, in a file of the release before there were any. */
  readonly holdouts?: readonly HoldoutDefinition[];
  readonly dynamicWeights?: readonly ExperienceWeights[];
  readonly models?: readonly CurrentModel[];
  readonly strategies?: readonly StrategyRow[];
  readonly signingKeys?: readonly SigningKeyRow[];
  /** The normaliser's own encoding. */
  readonly totals: string | undefined;
}

/** A site as the snapshot file has it. */
export interface StoredSite extends SiteData {
  readonly keys: readonly CachedKey[];
}

/** Reads a site as of one moment; undefined when it is gone. */
export async function loadSite(db: Db, id: number): Promise<SiteData | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const site = await selectSite(tx, id);
      if (!site) return undefined;
      const types = await selectIdentifierTypes(tx, id);
      return {
        site,
        identifierTypes: types.people,
        accountTypes: types.accounts,
        audiences: await selectAudiences(tx, id),
        campaigns: await selectCampaigns(tx, id),
        feeds: await selectFeeds(tx, id),
        holdouts: await selectHoldouts(tx, id),
        dynamicWeights: await selectDynamicWeights(tx, id),
        models: await selectCurrentModels(tx, id),
        strategies: await selectStrategies(tx, id),
        signingKeys: await selectSigningKeys(tx, id),
        totals: await selectTotals(tx, id),
      };
    });
}

/** Sites as JSON; bytes and times keep their types. */
export function encodeSites(sites: readonly StoredSite[]): string {
  return JSON.stringify(sites, function (name, value) {
    // Dates and Buffers have become text already when the replacer sees `value`.
    const given = this[name];
    if (Buffer.isBuffer(given)) return { $bytes: given.toString('base64') };
    if (given instanceof Date) return { $time: given.getTime() };
    return value;
  });
}

/** A reviver for JSON that `encodeSites` made. */
export function reviveSites(_name: string, value: unknown): unknown {
  const { $bytes, $time } = (value ?? {}) as { $bytes?: unknown; $time?: unknown };
  if (typeof $bytes === 'string') return Buffer.from($bytes, 'base64');
  if (typeof $time === 'number') return new Date($time);
  return value;
}
