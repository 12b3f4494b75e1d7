// The keys of a page, a row each, with what can be done with them.
import { type Permission, permissions } from '@attune/contract';
import { ActionIcon, Anchor, Badge, Group, Paper, Text, Tooltip } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import classes from '../../ui/row-list.module.css';
import { Time } from '../../ui/time.tsx';
import { CallsChart } from './calls-chart.tsx';
import { CopyKey } from './copy-key.tsx';
import { isExpired, type Key, sayCalls, sum } from './key.ts';
import keyClasses from './key-list.module.css';

export function KeyList({ keys, search }: { keys: readonly Key[]; search: string }) {
  if (keys.length === 0) {
    return (
      <Text c="dimmed" size="sm" role="status">
        No keys match “{search}”. Search by name or notes.
      </Text>
    );
  }
  return (
    <Paper withBorder component="ul" className={classes['list']} aria-label="API keys">
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} />
      ))}
    </Paper>
  );
}

function Row({ apiKey: key }: { apiKey: Key }) {
  const [, setSearch] = useSearchParams();
  return (
    <li className={`${classes['row']} ${keyClasses['row']}`}>
      <div className={classes['main']}>
        <Group gap={8}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            fw={600}
            ta="left"
            className={classes['name']}
            onClick={() => setSearch({ key: key.id })}
          >
            {key.name}
          </Anchor>
          <State apiKey={key} />
        </Group>
        <Group gap={6} mt={4}>
          <Badge size="sm" variant="light" color={key.source === 'Server-side' ? 'grape' : 'blue'}>
            {key.source}
          </Badge>
          <PermissionNames all={key.permissions} />
        </Group>
      </div>
      <div className={classes['middle']}>
        <CallsChart calls={key.callsLately} />
        <Text size="xs" c="dimmed" mt={2} aria-hidden="true">
          {sayCalls(sum(key.callsLately))} in {key.callsLately.length} days
        </Text>
      </div>
      <Text size="xs" c="dimmed" component="div" className={classes['side']}>
        <div>
          {key.lastUsedAt === null ? 'Never used' : 'Used '}
          {key.lastUsedAt !== null && <Time at={key.lastUsedAt} />}
        </div>
        <div>
          Created <Time at={key.createdAt} />
        </div>
      </Text>
      <div className={classes['actions']}>
        <CopyKey apiKey={key} />
        <Changes apiKey={key} />
      </div>
    </li>
  );
}

function PermissionNames({ all }: { all: readonly Permission[] }) {
  return all.map((permission) => (
    <Badge key={permission} size="sm" variant="default">
      {permissions[permission].label}
    </Badge>
  ));
}

function State({ apiKey: key }: { apiKey: Key }) {
  if (isExpired(key)) {
    return (
      <Badge size="sm" color="red" variant="light">
        Expired
      </Badge>
    );
  }
  if (key.successorId !== null || key.expiresAt !== null) {
    return (
      <Text size="xs" c="dimmed">
        {key.successorId !== null ? 'Replaced, expires' : 'Expires'} <Time at={key.expiresAt} />
      </Text>
    );
  }
  return null;
}

/** Edit, rotate, delete: for those who may. */
function Changes({ apiKey: key }: { apiKey: Key }) {
  const [, setSearch] = useSearchParams();
  if (!useMay(consoleApi.changeKey)) return null;
  const button = (verb: string, icon: IconName, about: string, isRevealed = false) => (
    <Tooltip label={`${about}`}>
      <ActionIcon
        variant="subtle"
        color={verb === 'delete' ? 'red' : 'gray'}
        size="lg"
        aria-label={`${about}: ${key.name}`}
        onClick={() => setSearch({ [verb]: key.id })}
        {...(isRevealed && { className: classes['revealed'] })}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      {button('edit', 'edit', 'Edit key')}
      {key.successorId === null && !isExpired(key) && button('rotate', 'rotate', 'Rotate key')}
      {button('delete', 'trash', 'Delete key', true)}
    </>
  );
}
