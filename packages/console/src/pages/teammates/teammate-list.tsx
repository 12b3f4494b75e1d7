// The teammates of a site; an Admin changes and removes the others.
import { ActionIcon, Badge, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSession } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from '../../ui/row-list.module.css';
import { Time } from '../../ui/time.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { Teammate } from './teammate.ts';

export function TeammateList({ teammates }: { teammates: readonly Teammate[] }) {
  const [asked, setAsked] = useState<{ what: 'change' | 'remove'; teammate: Teammate }>();
  const onClose = () => setAsked(undefined);
  return (
    <>
      <Paper withBorder component="ul" className={classes['list']} aria-label="Teammates">
        {teammates.map((teammate) => (
          <Row
            key={teammate.id}
            teammate={teammate}
            onChange={() => setAsked({ what: 'change', teammate })}
            onRemove={() => setAsked({ what: 'remove', teammate })}
          />
        ))}
      </Paper>
      {asked?.what === 'change' && <ChangeDialog teammate={asked.teammate} onClose={onClose} />}
      {asked?.what === 'remove' && <RemoveDialog teammate={asked.teammate} onClose={onClose} />}
    </>
  );
}

interface RowProps {
  readonly teammate: Teammate;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Row({ teammate, onChange, onRemove }: RowProps) {
  const { name, email, role, codeEditing, fromGroups, hasSecondFactor, lastSeenAt } = teammate;
  const isOneself = useSession().teammate.id === teammate.id;
  const mayChange = useMay(consoleApi.changeTeammate) && !isOneself;
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>
        <Text fw={500} size="sm" className={classes['name']}>
          {name}
          {isOneself && (
            <Text span size="sm" c="dimmed">
              {' '}
              (you)
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" className={classes['name']}>
          {email}
        </Text>
      </div>
      <Group gap={6} className={classes['middle']}>
        <Badge variant="light">{role}</Badge>
        {codeEditing && (
          <Badge variant="light" color="violet">
            Code editing
          </Badge>
        )}
        {fromGroups && <Badge variant="default">Role from groups</Badge>}
        {hasSecondFactor && <Badge variant="default">Second factor</Badge>}
      </Group>
      <Text size="xs" c="dimmed" className={classes['side']}>
        {lastSeenAt === null ? (
          'Never signed in'
        ) : (
          <>
            Last seen <Time at={lastSeenAt} />
          </>
        )}
      </Text>
      <div className={classes['actions']}>
        {mayChange && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Change the role of ${name}`}
              onClick={onChange}
            >
              <Icon name="edit" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${name}`}
              onClick={onRemove}
              className={classes['revealed']}
            >
              <Icon name="trash" />
            </ActionIcon>
          </>
        )}
      </div>
    </li>
  );
}
