// What can be done with a campaign of the list.
import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { bodyIn, type Campaign } from './campaign.ts';
import type { CampaignVerb } from './campaign-actions.tsx';
import { CopyItem } from './copy-item.tsx';

interface Given {
  readonly campaign: Campaign;
  readonly onDo: (verb: CampaignVerb) => void;
}

export function CampaignMenu({ campaign, onDo }: Given) {
  const isArchived = campaign.status === 'archived';
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${bodyIn(campaign).name}`}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => onDo('clone')}>
          Clone
        </Menu.Item>
        <CopyItem campaign={campaign} />
        <Menu.Item
          leftSection={<Icon name="archive" size={16} />}
          onClick={() => onDo(isArchived ? 'unarchive' : 'archive')}
        >
          {isArchived ? 'Restore from archive' : 'Archive'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onDo('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
