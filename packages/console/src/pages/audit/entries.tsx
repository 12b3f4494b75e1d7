// Entries as a table; each opens to what was changed.
import { Table, Text, UnstyledButton } from '@mantine/core';
import { Fragment, useId, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Details } from './details.tsx';
import classes from './entries.module.css';
import type { Entry } from './formats.ts';

export function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table aria-label="Audit log, the latest first">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th visibleFrom="sm">About</Table.Th>
          <Table.Th visibleFrom="sm">Who</Table.Th>
          <Table.Th visibleFrom="xs">When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

const anywhere = { overflowWrap: 'anywhere' } as const;

function Row({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { at, actor, action, subject, details } = entry;
  return (
    <Fragment>
      <Table.Tr style={{ verticalAlign: 'top' }}>
        <Table.Td>
          <UnstyledButton
            className={classes['opener']}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes['mark']}>
              <Icon name="down" size={16} />
            </span>
            {action}
          </UnstyledButton>
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={anywhere}>
            {subject}, by {actor}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="xs" component="div">
            <Moment at={at} />
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm" style={anywhere}>
          {subject}
        </Table.Td>
        <Table.Td visibleFrom="sm" style={anywhere}>
          {actor}
        </Table.Td>
        <Table.Td visibleFrom="xs">
          <Moment at={at} />
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={detailsId} hidden={!isOpen}>
        <Table.Td colSpan={4} className={classes['details']}>
          {isOpen && <Details details={details} />}
        </Table.Td>
      </Table.Tr>
    </Fragment>
  );
}
