// The lifecycle of a campaign: draft, live, paused, archived; restarted, and cloned.
import type { CampaignInput } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import { changesBetween } from '../../configuration/audit/index.ts';
import { notify } from '../../configuration/notifications/index.ts';
import {
  deletePublication,
  type Publication,
  pausePublication,
  selectPublications,
  upsertPublication,
} from '../../configuration/publications/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  archiveObject,
  changeObject,
  createObject,
  type ObjectRow,
  readObject,
  refuseArchived,
  subjectOf,
  type Target,
} from '../../configuration/versioned-objects/index.ts';
import { checkSlots } from '../layers/index.ts';
import { campaignKind, dependenciesOf, withAccountType } from './accept.ts';
import { refuseUnapproved } from './approval.ts';
import { publicationsById } from './campaigns.ts';
import { withoutIds } from './ids.ts';
import { beginServing } from './rollout/publishing.ts';
import { deleteRollout } from './rollout/store.ts';
import { definitionOf, inputOf, newSeed } from './stored.ts';
import { validateCampaign, validateServing } from './validate.ts';

/** How a draft is published. */
export interface Publishing {
  /** By a file, before the site has the items that it recommends or the accounts it counts by. */
  readonly isCarried?: boolean;
  /** The reason for which it is published though it needs an approval and has none. */
  readonly withoutApproval?: string | undefined;
}

/**
 * Makes a campaign's draft live. Every publication passes here, and so through the approval that
 * the site may ask for. Throws `approval_missing`, `not_found`, `conflict` over the selector name
 * or for an archived one, `invalid_request` for a draft that could not be written today.
 */
export async function publishCampaign(
  ctx: Context,
  who: Who,
  id: number,
  { isCarried = false, withoutApproval }: Publishing = {},
): Promise<ObjectRow> {
  const { siteId, actor } = who;
  const change = { ...who, action: 'campaign.publish', subject: String(id), about: statusChange };
  const { row } = await changeSite(ctx, change, async (tx, revision) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    refuseArchived(campaignKind, row);
    if (withoutApproval === undefined) await refuseUnapproved(tx, siteId, row);
    const definition = definitionOf(row.body);
    const input = inputOf(row.body);
    const own = await dependenciesOf(tx, siteId);
    const dependencies = isCarried ? withAccountType(own, input) : own;
    const others = await selectPublications(tx, siteId);
    refuseInvalid([
      ...validateCampaign(input, definition, dependencies),
      ...validateServing(definition, dependencies, others, !isCarried),
    ]);
    await checkSlots(tx, siteId, definition);
    const { selector } = definition;
    const before = others.find(({ campaignId }) => campaignId === id);
    const rival = others.find(
      (other) => other.campaignId !== id && definitionOf(other.body).selector === selector,
    );
    if (rival) {
      throw new ApiError('conflict', `Campaign ${rival.campaignId} is published as "${selector}".`);
    }
    const body = await beginServing(tx, siteId, row, before, ctx.now());
    const after: Publication = { campaignId: id, status: 'live', version: row.version, body };
    const at = { revision, time: new Date(ctx.now()), actor };
    await upsertPublication(tx, siteId, after, at);
    const data = { ...named(row), version: row.version, by: actor };
    await notify(tx, { siteId, at: at.time }, { type: 'campaign.published', data });
    return { row, before, after, withoutApproval };
  });
  return row;
}

/** Stops serving a campaign. Throws `not_found`, or `conflict` for one that was never live. */
export async function pauseCampaign(ctx: Context, who: Who, id: number): Promise<ObjectRow> {
  const { siteId, actor } = who;
  const change = { ...who, action: 'campaign.pause', subject: String(id), about: statusChange };
  const { row } = await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    const before = (await publicationsById(tx, siteId)).get(id);
    if (!(await pausePublication(tx, siteId, id))) {
      throw new ApiError('conflict', 'The campaign is not published.');
    }
    const event = { type: 'campaign.paused', data: { ...named(row), by: actor } } as const;
    await notify(tx, { siteId, at: new Date(ctx.now()) }, event);
    return { row, before, after: before && { ...before, status: 'paused' as const } };
  });
  return row;
}

/** Puts a campaign away: it is not served, and its selector is free. Throws `not_found`. */
export async function archiveCampaign(ctx: Context, who: Who, id: number): Promise<ObjectRow> {
  const { siteId } = who;
  const change = { ...who, action: 'campaign.archive', subject: String(id), about: statusChange };
  const { row } = await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    const before = (await publicationsById(tx, siteId)).get(id);
    await deletePublication(tx, siteId, id);
    await deleteRollout(tx, siteId, id);
    // Long enough for any selector, and none is called so by chance.
    const name = `${definitionOf(row.body).selector} (archived ${id})`;
    if (!row.isArchived) {
      const away = { id, name, at: new Date(ctx.now()) };
      if (!(await archiveObject(tx, siteId, 'campaign', away))) throw nameTaken(name);
    }
    return { row: { ...row, name, isArchived: true }, before, after: undefined };
  });
  return row;
}

/** Takes a campaign out of the archive, as a draft. Throws `not_found`, or `conflict`. */
export async function unarchiveCampaign(ctx: Context, who: Who, id: number): Promise<ObjectRow> {
  const { siteId } = who;
  const change = { ...who, action: 'campaign.unarchive', subject: String(id), about: subjectOf };
  return changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    if (!row.isArchived) throw new ApiError('conflict', 'The campaign is not archived.');
    const { selector } = definitionOf(row.body);
    const out = { id, name: selector, at: null };
    if (!(await archiveObject(tx, siteId, 'campaign', out))) throw nameTaken(selector);
    return { ...row, name: selector, isArchived: false };
  });
}

const nameTaken = (name: string) =>
  new ApiError('conflict', `There is another campaign "${name}" on this site.`);

/** Gives a draft a new seed: once published, it draws all users again. */
export async function restartCampaign(ctx: Context, who: Who, target: Target): Promise<ObjectRow> {
  return changeObject(ctx, who, campaignKind, target, {
    action: 'restart',
    make: async (_tx, row) => {
      const before = definitionOf(row.body);
      const experiences = before.experiences.map((experience) => ({
        ...experience,
        allocationVersion: experience.allocationVersion + 1,
      }));
      return { name: row.name, body: { ...before, seed: newSeed(), experiences } };
    },
  });
}

/** Makes a draft like another campaign's, with ids and a seed of its own. */
export async function cloneCampaign(
  ctx: Context,
  who: Who,
  id: number,
  called: Pick<CampaignInput, 'name' | 'selector'>,
): Promise<ObjectRow> {
  const row = await readObject(ctx.db, who.siteId, campaignKind, id);
  return createObject(ctx, who, campaignKind, { ...withoutIds(inputOf(row.body)), ...called });
}

/** A campaign as notifications name it. */
const named = ({ id, body }: ObjectRow) => ({
  ...{ campaignId: id, campaignName: inputOf(body).name },
});

type PublicationStatus = Pick<Publication, 'status' | 'version'> | undefined;

const statusChange = ({
  row,
  before,
  after,
  withoutApproval,
}: {
  row: ObjectRow;
  before: PublicationStatus;
  after: PublicationStatus;
  withoutApproval?: string | undefined;
}) => ({
  ...subjectOf(row),
  details: {
    ...changesBetween(statusOf(before), statusOf(after)),
    ...(withoutApproval !== undefined && { withoutApproval }),
  },
});

/** What of a campaign is published, as the audit log shows it. */
function statusOf(publication: PublicationStatus) {
  return publication
    ? { status: publication.status, publishedVersion: publication.version }
    : { status: 'draft', publishedVersion: null };
}
