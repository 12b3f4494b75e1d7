// The life of a campaign: draft, live, paused; and what of it is read by snapshots and exports.
import type { CampaignInput, Fault } from '@attune/contract';
import type { CampaignDefinition } from '@attune/core';
import type { Context, Who } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { ApiError, refuseFaults } from '../../refusal.ts';
import { changesBetween } from '../audit/index.ts';
import {
  createObject,
  type ObjectRow,
  readObject,
  replaceObject,
  selectObjects,
} from '../managed/index.ts';
import {
  type Publication,
  pausePublication,
  selectPublications,
  upsertPublication,
} from '../publications/index.ts';
import { changeSite } from '../sites/index.ts';
import { campaignKind } from './accept.ts';
import { encodePreview } from './preview.ts';

export interface CampaignRow {
  readonly id: number;
  readonly selector: string;
  readonly status: 'draft' | 'live' | 'paused';
  /** JSON texts of CampaignDefinitions. */
  readonly draft: string;
  readonly published: string | undefined;
}

export interface ShownCampaign {
  readonly id: number;
  readonly version: number;
  readonly status: 'draft' | 'live' | 'paused';
  readonly publishedVersion: number | null;
  readonly campaign: Omit<CampaignDefinition, 'id'>;
}

const definitionOf = (body: string) => JSON.parse(body) as CampaignDefinition;

/** A site's campaigns with what is published of them. */
export async function selectCampaigns(db: Db, siteId: number): Promise<CampaignRow[]> {
  const publications = await publicationsById(db, siteId);
  const rows = await selectObjects(db, siteId, 'campaign');
  return rows.map(({ id, name, body }) => {
    const publication = publications.get(id);
    return {
      id,
      selector: publication ? definitionOf(publication.body).selector : name,
      status: publication?.status ?? 'draft',
      draft: body,
      published: publication?.body,
    };
  });
}

async function publicationsById(db: Db, siteId: number): Promise<Map<number, Publication>> {
  const publications = await selectPublications(db, siteId);
  return new Map(publications.map((publication) => [publication.campaignId, publication]));
}

/** Campaigns as the management API shows them. */
export async function showCampaigns(
  db: Db,
  siteId: number,
  rows: readonly ObjectRow[],
): Promise<ShownCampaign[]> {
  const publications = await publicationsById(db, siteId);
  return rows.map(({ id, version, body }) => {
    const publication = publications.get(id);
    const { id: _id, ...campaign } = definitionOf(body);
    return {
      id,
      version,
      status: publication?.status ?? 'draft',
      publishedVersion: publication?.version ?? null,
      campaign,
    };
  });
}

/** Makes a campaign's draft live. Throws `not_found`, or `conflict` over the selector name. */
export async function publishCampaign(ctx: Context, who: Who, id: number): Promise<ObjectRow> {
  const { siteId } = who;
  const change = { ...who, action: 'campaign.publish', subject: String(id), about: stood };
  const { row } = await changeSite(ctx, change, async (tx, revision) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    const { selector } = definitionOf(row.body);
    const others = await selectPublications(tx, siteId);
    const before = others.find(({ campaignId }) => campaignId === id);
    const rival = others.find(
      (other) => other.campaignId !== id && definitionOf(other.body).selector === selector,
    );
    if (rival) {
      throw new ApiError('conflict', `Campaign ${rival.campaignId} is published as "${selector}".`);
    }
    const after: Publication = {
      ...{ campaignId: id, status: 'live', version: row.version, body: row.body },
    };
    await upsertPublication(tx, siteId, after, { revision, time: new Date(ctx.now()) });
    return { row, before, after };
  });
  return row;
}

/** Stops serving a campaign. Throws `not_found`, or `conflict` for one that was never live. */
export async function pauseCampaign(ctx: Context, who: Who, id: number): Promise<ObjectRow> {
  const change = { ...who, action: 'campaign.pause', subject: String(id), about: stood };
  const { row } = await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, who.siteId, campaignKind, id);
    const before = (await publicationsById(tx, who.siteId)).get(id);
    if (!(await pausePublication(tx, who.siteId, id))) {
      throw new ApiError('conflict', 'The campaign was never published.');
    }
    return { row, before, after: before && { ...before, status: 'paused' as const } };
  });
  return row;
}

type Stand = Pick<Publication, 'status' | 'version'> | undefined;

const stood = ({ before, after }: { before: Stand; after: Stand }) => ({
  details: changesBetween(standOf(before), standOf(after)),
});

/** What of a campaign is published, as the audit log shows it. */
function standOf(publication: Stand) {
  return publication
    ? { status: publication.status, publishedVersion: publication.version }
    : { status: 'draft', publishedVersion: null };
}

/** Makes a preview id of a campaign's draft. Throws `not_found` or `invalid_request`. */
export async function previewCampaign(
  ctx: Context,
  site: { id: number; salt: Buffer },
  id: number,
  part: { experienceId?: number; variationId?: number },
): Promise<{ previewId: string; expiresAt: string }> {
  const row = await readObject(ctx.db, site.id, campaignKind, id);
  const { experienceId, variationId } = part;
  refuseFaults(partFaults(definitionOf(row.body), experienceId, variationId));
  const preview = encodePreview(
    site.salt,
    { campaignId: id, experienceId, variationId },
    ctx.now(),
  );
  return { previewId: preview.id, expiresAt: new Date(preview.expiresAt).toISOString() };
}

function partFaults(
  { experiences }: CampaignDefinition,
  experienceId: number | undefined,
  variationId: number | undefined,
): Fault[] {
  const among = experiences.filter(({ id }) => experienceId === undefined || id === experienceId);
  if (among.length === 0) {
    return [{ pointer: '/experienceId', detail: 'is not an experience of the campaign' }];
  }
  const isKnown = among.some(({ variations }) => variations.some(({ id }) => id === variationId));
  return variationId === undefined || isKnown
    ? []
    : [{ pointer: '/variationId', detail: 'is not a variation of the campaign' }];
}

/**
 * Creates or replaces a campaign by its selector name, and publishes or pauses it where a status
 * is asked for. Ids are kept by name: experiences and variations that are named as before stay.
 */
export async function applyCampaign(
  ctx: Context,
  who: Who,
  input: CampaignInput & { status?: 'draft' | 'live' | 'paused' },
): Promise<{ id: number; version: number }> {
  const { status, ...wanted } = input;
  const rows = await selectObjects(ctx.db, who.siteId, 'campaign');
  const before = rows.find(({ name }) => name === input.selector);
  const row = before
    ? await replaceObject(
        ctx,
        who,
        campaignKind,
        { id: before.id, ifMatch: undefined },
        withIdsByName(wanted, definitionOf(before.body)),
      )
    : await createObject(ctx, who, campaignKind, withIdsByName(wanted, undefined));
  if (status === 'live') await publishCampaign(ctx, who, row.id);
  if (status === 'paused') await pauseCampaign(ctx, who, row.id);
  return { id: row.id, version: row.version };
}

function withIdsByName(
  input: CampaignInput,
  before: CampaignDefinition | undefined,
): CampaignInput {
  return {
    ...input,
    experiences: input.experiences.map(({ id: _old, ...experience }) => {
      const known = before?.experiences.find(({ name }) => name === experience.name);
      return {
        ...experience,
        ...(known && { id: known.id }),
        variations: experience.variations.map(({ id: _oldVariation, ...variation }) => {
          const same = known?.variations.find(({ name }) => name === variation.name);
          return { ...variation, ...(same && { id: same.id }) };
        }),
      };
    }),
  };
}
