// Which campaigns a selector asks for: names first, then groups, each once, in the order asked.
import type { ChooseInput } from '@attune/contract';
import type { CampaignRecord, SiteSnapshot } from '../../context.ts';
import { decodePreview, type Preview } from '../campaigns/index.ts';
import type { Warning } from './gather.ts';

export interface Selected {
  readonly campaign: CampaignRecord;
  readonly preview: Preview | undefined;
}

/** The campaigns of a selector, each with the preview that was asked for; unknown names warn. */
export function selectCampaigns(
  snapshot: SiteSnapshot,
  selector: ChooseInput['selector'] = {},
  now: number,
  warnings: Warning[],
): Selected[] {
  const previews = readPreviews(snapshot, selector.preview?.ids ?? [], now, warnings);
  const found = new Map<number, CampaignRecord>();
  for (const name of selector.names ?? []) {
    const campaign = snapshot.campaignsBySelector.get(name) ?? previewed(snapshot, previews, name);
    if (campaign && (campaign.published || previews.has(campaign.id))) {
      found.set(campaign.id, campaign);
    } else {
      const message = `No published campaign has the selector "${name}".`;
      warnings.push({ code: 'unknown_selector', message });
    }
  }
  for (const group of selector.groups ?? []) {
    const members = snapshot.campaignsByGroup.get(group) ?? [];
    if (members.length === 0) {
      const message = `No published campaign is in the group "${group}".`;
      warnings.push({ code: 'unknown_group', message });
    }
    for (const campaign of members) found.set(campaign.id, campaign);
  }
  return [...found.values()].map((campaign) => ({ campaign, preview: previews.get(campaign.id) }));
}

/** A campaign whose draft, which is being previewed, has the selector. */
function previewed(
  snapshot: SiteSnapshot,
  previews: ReadonlyMap<number, Preview>,
  name: string,
): CampaignRecord | undefined {
  return [...previews.keys()]
    .map((id) => snapshot.campaignsById.get(id))
    .find((campaign) => campaign?.draft().definition.selector === name);
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
