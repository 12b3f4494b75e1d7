// What a snapshot is made of, as plain data: read in one go, kept in the snapshot file as it is.

import type { FeedRecord } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { type KeyRow, selectKeys } from '../api-keys/index.ts';
import { type AudienceRow, selectAudiences } from '../audiences/index.ts';
import { type CampaignRow, selectCampaigns } from '../campaigns/index.ts';
import { selectFeeds } from '../feeds/index.ts';
import { selectIdentifierTypes } from '../identifier-types/index.ts';
import { selectTotals } from '../profiles/index.ts';
import { type SiteRow, selectSite } from '../sites/index.ts';

export interface SiteData {
  readonly site: SiteRow;
  readonly keys: readonly KeyRow[];
  readonly identifierTypes: readonly string[];
  readonly audiences: readonly AudienceRow[];
  readonly campaigns: readonly CampaignRow[];
  readonly feeds: readonly FeedRecord[];
  /** The normaliser's own encoding. */
  readonly totals: string | undefined;
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
      return {
        site,
        keys: await selectKeys(tx, id),
        identifierTypes: await selectIdentifierTypes(tx, id),
        audiences: await selectAudiences(tx, id),
        campaigns: await selectCampaigns(tx, id),
        feeds: await selectFeeds(tx, id),
        totals: await selectTotals(tx, id),
      };
    });
}

/** Site data as text; bytes and times keep their types. */
export function encodeSites(sites: readonly SiteData[], confirmedAt: number): string {
  return JSON.stringify({ version: 1, confirmedAt, sites }, function (name, value) {
    // Dates and Buffers have become text already when the replacer sees `value`.
    const given = this[name];
    if (Buffer.isBuffer(given)) return { $bytes: given.toString('base64') };
    if (given instanceof Date) return { $time: given.getTime() };
    return value;
  });
}

/** The reverse of `encodeSites`; undefined for text of another version. */
export function decodeSites(
  text: string,
): { confirmedAt: number; sites: readonly SiteData[] } | undefined {
  const held = JSON.parse(text, (_name, value) => {
    if (typeof value?.$bytes === 'string') return Buffer.from(value.$bytes, 'base64');
    if (typeof value?.$time === 'number') return new Date(value.$time);
    return value;
  });
  return held.version === 1 ? held : undefined;
}
