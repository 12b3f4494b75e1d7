// Which campaigns a selector names: names first, then groups, each once, in the order of the
// request.
import type { ChooseInput } from '@attune/contract';
import type { CampaignRecord, SiteSnapshot } from '../../../context.ts';
import { decodePreview, type Preview } from '../../experiences/campaigns/index.ts';
import type { Warning } from './gather.ts';

const noDrafts: readonly CampaignRecord[] = [];

export interface Selected {
  readonly campaign: CampaignRecord;
  readonly preview: Preview | undefined;
}

/**
 * The campaigns of a selector, each with the requested preview; unknown names warn. A previewed
 * campaign is found by its draft.
 */
export function selectCampaigns(
  snapshot: SiteSnapshot,
  selector: ChooseInput['selector'] = {},
  now: number,
  warnings: Warning[],
): Selected[] {
  const { names = [], groups = [], preview } = selector;
  const previews = preview && readPreviews(snapshot, preview.ids, now, warnings);
  const drafts = previews
    ? [...previews.keys()].flatMap((id) => snapshot.campaignsById.get(id) ?? [])
    : noDrafts;
  const found: CampaignRecord[] = [];
  for (const name of names) {
    const previewed = drafts.find((one) => one.draft().definition.selector === name);
    const campaign = previewed ?? snapshot.campaignsBySelector.get(name);
    if (!campaign) {
      const message = `No published campaign has the selector "${name}".`;
      warnings.push({ code: 'unknown_selector', message });
    } else found.push(campaign);
  }
  for (const group of groups) {
    const previewed = drafts.filter((one) => one.draft().definition.groups.includes(group));
    const members = [...(snapshot.campaignsByGroup.get(group) ?? []), ...previewed];
    if (members.length === 0) {
      const message = `No published campaign is in the group "${group}".`;
      warnings.push({ code: 'unknown_group', message });
    }
    for (const campaign of members) found.push(campaign);
  }
  const each = found.length > 1 ? [...new Set(found)] : found;
  return each.map((campaign) => ({ campaign, preview: previews?.get(campaign.id) }));
}

function readPreviews(
  { signingKeys }: SiteSnapshot,
  ids: readonly string[],
  now: number,
  warnings: Warning[],
): Map<number, Preview> {
  const previews = new Map<number, Preview>();
  for (const id of ids) {
    const preview = decodePreview(signingKeys, id, now);
    if (preview) previews.set(preview.campaignId, preview);
    else {
      const message = 'A preview id is not valid, or is past its time.';
      warnings.push({ code: 'preview_invalid', message });
    }
  }
  return previews;
}
