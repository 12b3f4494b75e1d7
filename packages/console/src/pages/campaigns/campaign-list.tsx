// The campaigns of a page, a row each, with what can be done with them.
import { ActionIcon, Anchor, Badge, Code, Group, Menu, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/mark.tsx';
import rows from '../../ui/row-list.module.css';
import { Time } from '../../ui/time.tsx';
import { useHasDraft } from '../../ui/unsaved.ts';
import { bodyIn, type Campaign, sayLive, toneOf, wordOf } from './campaign.ts';
import { CampaignActions, type CampaignVerb } from './campaign-actions.tsx';
import classes from './campaign-list.module.css';
import { draftKey } from './editor/draft-key.ts';
import { Schedule } from './schedule.tsx';

export function CampaignList({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [doing, setDoing] = useState<{ verb: CampaignVerb; campaign: Campaign }>();
  if (campaigns.length === 0) {
    return (
      <Text c="dimmed" size="sm" role="status">
        No campaign is like that.
      </Text>
    );
  }
  return (
    <>
      <Paper withBorder component="ul" className={rows['list']} aria-label="Campaigns">
        {campaigns.map((campaign) => (
          <Row
            key={campaign.id}
            campaign={campaign}
            onDo={(verb) => setDoing({ verb, campaign })}
          />
        ))}
      </Paper>
      {doing && <CampaignActions {...doing} onClose={() => setDoing(undefined)} />}
    </>
  );
}

interface RowGiven {
  readonly campaign: Campaign;
  readonly onDo: (verb: CampaignVerb) => void;
}

function Row({ campaign, onDo }: RowGiven) {
  const [, setSearch] = useSearchParams();
  const { name: site } = useSite();
  const hasDraft = useHasDraft();
  const { name, selector, type, labels = [] } = bodyIn(campaign);
  const isUnsaved = hasDraft(draftKey(site, campaign.id));
  return (
    <li className={`${rows['row']} ${classes['row']}`}>
      <div className={rows['main']}>
        <Group gap={8}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            fw={600}
            ta="left"
            className={rows['name']}
            onClick={() => setSearch({ id: String(campaign.id) })}
          >
            {name}
          </Anchor>
          <Mark tone={toneOf[campaign.status]} size="sm">
            {wordOf[campaign.status]}
          </Mark>
          {isUnsaved && (
            <Mark tone="odd" size="sm">
              Not saved yet
            </Mark>
          )}
        </Group>
        <Group gap={6} mt={4}>
          <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
          {type !== 'custom' && (
            <Mark tone="neutral" size="sm">
              {type}
            </Mark>
          )}
          {labels.map((label) => (
            <Badge key={label} size="sm" variant="default">
              {label}
            </Badge>
          ))}
        </Group>
      </div>
      <Text size="xs" c="dimmed" component="div" className={rows['middle']}>
        <div>{sayLive(campaign)}</div>
        <Schedule campaign={campaign} />
      </Text>
      <Text size="xs" c="dimmed" component="div" className={rows['side']}>
        {campaign.updatedAt !== null && (
          <div>
            Changed <Time at={campaign.updatedAt} />
          </div>
        )}
        {campaign.updatedBy !== '' && (
          <div style={{ overflowWrap: 'anywhere' }}>by {campaign.updatedBy}</div>
        )}
      </Text>
      <div className={rows['actions']}>
        <RowMenu campaign={campaign} onDo={onDo} />
      </div>
    </li>
  );
}

function RowMenu({ campaign, onDo }: RowGiven) {
  if (!useMay(consoleApi.replaceCampaign)) return null;
  const isArchived = campaign.status === 'archived';
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Do something with ${bodyIn(campaign).name}`}
        >
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => onDo('clone')}>
          Clone
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="archive" size={16} />}
          onClick={() => onDo(isArchived ? 'unarchive' : 'archive')}
        >
          {isArchived ? 'Take out of the archive' : 'Archive'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onDo('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
