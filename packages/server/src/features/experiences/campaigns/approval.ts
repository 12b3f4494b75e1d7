// The gate of every publication: on a site that asks for approval, a draft must have one.
import { ApiError } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectApprovalRequest, selectPublished } from '../../configuration/publications/index.ts';
import { completeSettings, selectSite } from '../../configuration/sites/index.ts';
import {
  type ObjectRow,
  selectVersionBodies,
} from '../../configuration/versioned-objects/index.ts';
import { isBackToControl, withoutEnd } from './ended.ts';
import { inputOf, type ShownCampaign } from './stored.ts';

/** Who approves drafts of a site. */
export async function approvalRuleOf(db: Db, siteId: number) {
  const { settings = {} } = (await selectSite(db, siteId)) ?? {};
  return completeSettings(settings).approval;
}

/**
 * Would publishing the draft be refused for want of an approval? Not where the site asks for none,
 * not once this version is approved, and not for what was published before, nor for its control
 * for everyone: those are ways back.
 */
export async function needsApproval(db: Db, siteId: number, row: ObjectRow): Promise<boolean> {
  if ((await approvalRuleOf(db, siteId)) === 'none') return false;
  const request = await selectApprovalRequest(db, siteId, row.id);
  if (request?.status === 'approved' && request.version === row.version) return false;
  const draft = inputOf(row.body);
  // Everyone getting the control of what was published is a way back from it.
  const ways = [draft, ...(isBackToControl(draft) ? [withoutEnd(draft)] : [])].map(contentOf);
  const published = (await publishedInputs(db, siteId, row.id)).map(contentOf);
  const isBefore = published.some(({ text }) => ways.some((way) => way.text === text));
  return !(isBefore && published.some(({ seed }) => seed === draft.seed));
}

/** Throws `approval_missing` for a draft that needs an approval and has none. */
export async function refuseUnapproved(db: Db, siteId: number, row: ObjectRow): Promise<void> {
  if (!(await needsApproval(db, siteId, row))) return;
  const request = await selectApprovalRequest(db, siteId, row.id);
  const { status = 'none', version = 0 } = request ?? {};
  const stands = version === row.version ? reasons[status] : undefined;
  const isVoid = request && version !== row.version && status !== 'withdrawn';
  const changed = `The draft was changed after version ${version}, for which approval was asked.`;
  const why = stands ?? (isVoid ? changed : reasons.none);
  const detail = `Version ${row.version} of the campaign "${row.name}" is not approved. ${why}`;
  throw new ApiError('approval_missing', detail);
}

const reasons = {
  none: 'Ask another teammate for approval, then publish it.',
  waiting: 'Approval has been asked for; publish it once it is there.',
  'sent-back': 'It was sent back: change it, and ask again.',
  withdrawn: 'The request was withdrawn: ask again.',
  approved: 'Ask again.',
} as const;

/**
 * What was ever published of a campaign, as it was written: what is served at a step of a rollout
 * has another share.
 */
async function publishedInputs(db: Db, siteId: number, id: number): Promise<ShownCampaign[]> {
  const published = await selectPublished(db, siteId, id);
  const numbers = published.flatMap(({ version }) => version ?? []);
  const versions = await selectVersionBodies(db, siteId, 'campaign', id, numbers);
  return published.map(({ version, body }) => inputOf(versions.get(version ?? 0) ?? body));
}

/** What a campaign says, whatever version of its draw it has. */
export function contentOf({ seed, experiences, ...rest }: ShownCampaign) {
  const plain = experiences.map((one) => ({ ...one, allocationVersion: undefined }));
  return { seed, text: JSON.stringify({ ...rest, experiences: plain }) };
}
