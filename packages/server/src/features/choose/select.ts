// Which campaigns a selector asks for: names first, then groups, each once, in the order asked.
import type { ChooseInput } from '@attune/contract';
import type { CampaignRecord, SiteSnapshot } from '../../context.ts';
import { decodePreview, type Preview } from '../campaigns/index.ts';
import type { Warning } from './gather.ts';

const noPreviews: ReadonlyMap<number, Preview> = new Map();

export interface Selected {
  readonly campaign: CampaignRecord;
  readonly preview: Preview | undefined;
}

/**
 * The campaigns of a selector, each with the preview that was asked for; unknown names warn. A
 * previewed campaign is found by what its draft says.
 */
export function selectCampaigns(
  snapshot: SiteSnapshot,
  selector: ChooseInput['selector'] = {},
  now: number,
  warnings: Warning[],
): Selected[] {
  const ids = selector.preview?.ids;
  const previews = ids ? readPreviews(snapshot, ids, now, warnings) : noPreviews;
  const drafts = [...previews.keys()].flatMap((id) => snapshot.campaignsById.get(id) ?? []);
  const found = new Map<number, CampaignRecord>();
  for (const name of selector.names ?? []) {
    const previewed = drafts.find((one) => one.draft().definition.selector === name);
    const campaign = previewed ?? snapshot.campaignsBySelector.get(name);
    if (campaign) {
      found.set(campaign.id, campaign);
    } else {
      const message = `No published campaign has the selector "${name}".`;
      warnings.push({ code: 'unknown_selector', message });
    }
  }
  for (const group of selector.groups ?? []) {
    const previewed = drafts.filter((one) => one.draft().definition.groups.includes(group));
    const members = [...(snapshot.campaignsByGroup.get(group) ?? []), ...previewed];
    if (members.length === 0) {
      const message = `No published campaign is in the group "${group}".`;
      warnings.push({ code: 'unknown_group', message });
    }
    for (const campaign of members) found.set(campaign.id, campaign);
  }
  return [...found.values()].map((campaign) => ({ campaign, preview: previews.get(campaign.id) }));
}

function readPreviews(
  { site }: SiteSnapshot,
  ids: readonly string[],
  now: number,
  warnings: Warning[],
): Map<number, Preview> {
  const previews = new Map<number, Preview>();
  for (const id of ids) {
    const preview = decodePreview(site.salt, id, now);
    if (preview) previews.set(preview.campaignId, preview);
    else {
      const message = 'A preview id is not valid, or is past its time.';
      warnings.push({ code: 'preview_invalid', message });
    }
  }
  return previews;
}
