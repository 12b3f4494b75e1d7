// The way from a step of an explanation to the edit that would change it.
import type { Explanation } from '@attune/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { sectionOf } from '../campaigns/editor/sections.ts';

interface Given {
  /** "targeting", "holdouts": what is edited there. */
  readonly what: string;
  /** The address below the site. */
  readonly to: string;
}

/** Reads "Edit …" for those who may edit experiences, and "View …" for others. */
export function EditLink({ what, to }: Given) {
  const mayEdit = useMay(consoleApi.replaceCampaign);
  return (
    <PageLink to={to}>
      {mayEdit ? 'Edit' : 'View'} {what}
    </PageLink>
  );
}

/** The field of a campaign's editor that a pointer names. */
export function fieldOf({ campaign }: Pick<Explanation, 'campaign'>, pointer: string): string {
  const search = { id: String(campaign.id), section: sectionOf(pointer), at: pointer };
  return `campaigns?${new URLSearchParams(search)}`;
}
