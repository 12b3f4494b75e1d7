// Imports one campaign: its draft, and then its status.
import type { CampaignFileInput, CampaignInput, ExperienceChange, Fault } from '@attune/contract';
import { differencesOf, placedDifferences } from '@attune/core';
import type { Context, Who } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { selectApprovalRequest } from '../../configuration/publications/index.ts';
import {
  acceptObject,
  createObject,
  type ObjectRow,
  replaceObject,
} from '../../configuration/versioned-objects/index.ts';
import { askApproval } from '../../experiences/approvals/index.ts';
import {
  archiveCampaign,
  type CampaignStatus,
  carriedCampaignKind,
  checkCampaign,
  definitionOf,
  inputOf,
  needsApproval,
  pauseCampaign,
  publishCampaign,
  unarchiveCampaign,
  withIdsByName,
} from '../../experiences/campaigns/index.ts';
import { campaignFromFile, campaignToFile } from './references.ts';
import type { SiteObjects } from './site-objects.ts';

export interface Importing {
  readonly ctx: Context;
  readonly feedCache: FeedCache | undefined;
  readonly who: Who;
  readonly objects: SiteObjects;
  /** May the caller change templates? */
  readonly editsCode: boolean;
  /** Is approval asked for where a campaign needs one, instead of refusing the files? */
  readonly asksApproval: boolean;
  /** The reason for which campaigns are published without the approval that they need. */
  readonly withoutApproval: string | undefined;
}

export interface Change {
  readonly change: ExperienceChange;
  readonly warnings: readonly Fault[];
}

/** Creates or changes a campaign; undefined where it is what the file has already. */
export async function importCampaign(
  importing: Importing,
  file: CampaignFileInput,
  pointer: string,
): Promise<Change | undefined> {
  const { ctx, feedCache, who, objects } = importing;
  const { selector, name } = file;
  const { input, gone } = campaignFromFile(file, objects.idOf);
  const found = objects.named('campaign', selector) ?? objects.archived(selector, name);
  const before = found && objects.statusOf(found);
  const { row, differences } = await draftOf(importing, found, input, file.status);
  const after = await reach(importing, row, file.status);
  const last = objects.publication(row.id);
  const isPublished = after.isPublished && last?.status === after.status;
  const isDone = isPublished || after.isAsked === true;
  if (found && differences.length === 0 && before === after.status && !isDone) {
    return undefined;
  }
  const { faults, warnings: warned } = await checkCampaign(ctx, feedCache, who.siteId, row.id);
  const isTold = ({ pointer: at }: Fault) => gone.some((one) => one.pointer === at);
  const warnings = [...gone, ...faults.filter((one) => !isTold(one)), ...warned].map((one) => ({
    ...one,
    pointer: `${pointer}${one.pointer}`,
  }));
  const isOther = before !== after.status || isPublished;
  const change: ExperienceChange = {
    kind: 'campaign',
    name: selector,
    action: found ? 'change' : 'create',
    ...(isOther && { status: { before: before ?? null, after: after.status } }),
    ...(after.isAsked && { asksApproval: true as const }),
    differences,
  };
  return { change, warnings };
}

/** The campaign with the file's draft; an archived one is unarchived to be changed. */
async function draftOf(
  { ctx, who, objects }: Importing,
  found: ObjectRow | undefined,
  input: CampaignInput,
  wanted: CampaignFileInput['status'],
): Promise<{ row: ObjectRow; differences: ExperienceChange['differences'] }> {
  const { siteId } = who;
  const keep = (row: ObjectRow) => {
    objects.put('campaign', row);
    return row;
  };
  if (!found) {
    const named = withIdsByName(input, undefined);
    return { row: keep(await createObject(ctx, who, carriedCampaignKind, named)), differences: [] };
  }
  const named = withIdsByName(input, definitionOf(found.body));
  const body = JSON.stringify(
    await acceptObject(ctx.db, siteId, carriedCampaignKind, found, named),
  );
  const isSame = differencesOf(inputOf(found.body), inputOf(body)).length === 0;
  const isTakenOut = found.isArchived && (!isSame || wanted !== 'archived');
  const out = isTakenOut ? keep(await unarchiveCampaign(ctx, who, found.id)) : found;
  // An unarchived campaign is saved again: its slots of a layer may be another's by now.
  if (isSame && !isTakenOut) return { row: out, differences: [] };
  const target = { id: out.id, ifMatch: undefined };
  const row = keep(await replaceObject(ctx, who, carriedCampaignKind, target, named));
  const { nameOf } = objects;
  const shown = ({ body: of }: ObjectRow) => campaignToFile(inputOf(of), nameOf);
  return { row, differences: placedDifferences(shown(found), shown(row)) };
}

interface Reached {
  readonly status: CampaignStatus;
  readonly isPublished: boolean;
  /** Was approval asked for, instead? */
  readonly isAsked?: boolean;
}

/** Items may be loaded after the import, and kinds of accounts made. */
const publish = ({ ctx, who, withoutApproval }: Importing, id: number) =>
  publishCampaign(ctx, who, id, { isCarried: true, withoutApproval });

/** Asks for the approval that a draft needs, once a version; undefined: it is to be published. */
async function askInstead(
  { ctx, who, asksApproval }: Importing,
  row: ObjectRow,
): Promise<{ isAsked: boolean } | undefined> {
  if (!asksApproval || !(await needsApproval(ctx.db, who.siteId, row))) return undefined;
  const request = await selectApprovalRequest(ctx.db, who.siteId, row.id);
  if (request?.version === row.version && request.status === 'waiting') return { isAsked: false };
  await askApproval(ctx, who, row.id, {});
  return { isAsked: true };
}

/** Brings a campaign to a status, with the draft that it has now where it is published. */
async function reach(
  importing: Importing,
  row: ObjectRow,
  wanted: CampaignStatus | undefined,
): Promise<Reached> {
  const { ctx, who, objects } = importing;
  const { id, version, body } = row;
  const archive = async () => {
    objects.put('campaign', { ...(await archiveCampaign(ctx, who, id)) });
    objects.publish(id, undefined);
  };
  const present = objects.statusOf(row);
  const publication = objects.publication(id);
  const isAhead = publication?.version !== version;
  switch (wanted) {
    case 'live': {
      if (present === 'live' && !isAhead) break;
      const asked = await askInstead(importing, row);
      if (asked) return { status: present, isPublished: false, ...asked };
      await publish(importing, id);
      objects.publish(id, { campaignId: id, status: 'live', version, body });
      return { status: 'live', isPublished: true };
    }
    case 'paused': {
      if (present === 'paused' && !isAhead) break;
      const asked = isAhead && (await askInstead(importing, row));
      if (asked) return { status: present, isPublished: false, ...asked };
      if (isAhead) await publish(importing, id);
      await pauseCampaign(ctx, who, id);
      objects.publish(id, { campaignId: id, status: 'paused', version, body });
      return { status: 'paused', isPublished: isAhead };
    }
    case 'archived':
      if (present !== 'archived') await archive();
      return { status: 'archived', isPublished: false };
    case 'draft':
      if (publication) {
        await archive();
        objects.put('campaign', await unarchiveCampaign(ctx, who, id));
      }
      return { status: 'draft', isPublished: false };
    default:
  }
  return { status: present, isPublished: false };
}

/** Archives a campaign that the files do not have. */
export async function pruneCampaign(
  { ctx, who, objects }: Importing,
  row: ObjectRow,
): Promise<Change> {
  const before = objects.statusOf(row);
  objects.put('campaign', await archiveCampaign(ctx, who, row.id));
  objects.publish(row.id, undefined);
  const status = { before, after: 'archived' as const };
  return {
    change: { kind: 'campaign', name: row.name, action: 'remove', status, differences: [] },
    warnings: [],
  };
}
