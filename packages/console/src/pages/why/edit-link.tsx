// The way from a step of an explanation to the edit that would change it.
import type { Explanation } from '@attune/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { PageLink } from '../../ui/page-link.tsx';

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

/** The sections of a campaign's editor, as its address names them. */
type Section = 'content' | 'targeting' | 'allocation' | 'schedule';

export const sectionOf = ({ campaign }: Pick<Explanation, 'campaign'>, section: Section) =>
  `campaigns?id=${campaign.id}&section=${section}`;
