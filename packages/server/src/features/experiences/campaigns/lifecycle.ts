// The lifecycle of a campaign beside its publication: paused, archived; restarted, and cloned.
import type { CampaignInput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import { notify } from '../../configuration/notifications/index.ts';
import { deletePublication, pausePublication } from '../../configuration/publications/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  archiveObject,
  changeObject,
  createObject,
  type ObjectRow,
  readObject,
  subjectOf,
  type Target,
} from '../../configuration/versioned-objects/index.ts';
import { campaignKind } from './accept.ts';
import { publicationsById } from './campaigns.ts';
import { withoutEnd } from './ended.ts';
import { withoutIds } from './ids.ts';
import { named, statusChange } from './publish.ts';
import { deleteRollout } from './rollout/store.ts';
import { deleteScheduled } from './scheduled/store.ts';
import { definitionOf, inputOf, newSeed } from './stored.ts';

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
    await deleteScheduled(tx, siteId, id);
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
      const before = withoutEnd(definitionOf(row.body));
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
  const input = withoutEnd(withoutIds(inputOf(row.body)));
  return createObject(ctx, who, campaignKind, { ...input, ...called });
}
