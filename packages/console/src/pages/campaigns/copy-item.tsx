// Leads to the copy of a campaign on another site, where there is one that takes it.
import { Menu } from '@mantine/core';
import { Link } from 'wouter';
import { useCopyTargets } from '../../shell/copy-targets.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Campaign } from './campaign.ts';

export function CopyItem({ campaign: { id, status } }: { campaign: Campaign }) {
  const { name: site } = useSite();
  const targets = useCopyTargets();
  if (status === 'archived' || targets.length === 0) return;
  return (
    <Menu.Item
      leftSection={<Icon name="transfer" size={16} />}
      component={Link}
      href={`/${site}/import-export?campaigns=${id}`}
    >
      Copy to {targets.length === 1 ? targets[0]?.name : 'another site'}…
    </Menu.Item>
  );
}
