// A line of a history: who did what when, what it changed, and the way back.
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Moment } from './moment.tsx';
import { Time } from './time.tsx';
import classes from './version-row.module.css';

const words: Readonly<Record<string, string>> = {
  create: 'Created',
  replace: 'Saved',
  restore: 'Restored',
  restart: 'Restarted',
  'end-test': 'Test ended',
  publish: 'Published',
  pause: 'Paused',
  archive: 'Archived',
  unarchive: 'Taken out of the archive',
  'ask-approval': 'Approval asked for',
  approve: 'Approved',
  'send-back': 'Sent back',
  'withdraw-approval': 'Request for approval withdrawn',
  schedule: 'Publication scheduled',
  unschedule: 'Scheduled publication cancelled',
  'schedule-refused': 'Not published as scheduled',
  hold: 'Rollout held',
  resume: 'Rollout resumed',
  advance: 'Rolled out further',
  return: 'Rolled back a step',
};

interface Given {
  readonly entry: {
    readonly at: string;
    /** '': not known. */
    readonly by: string;
    readonly action: string;
    /** How: "5 % → 25 %: held for 24 hours". */
    readonly detail?: string;
  };
  /** What it is, where it can be shown or restored: "Version 2", "Draft". */
  readonly title?: string;
  /** The same among all of the history: "version 2", "the draft of 21 Nov 2026, 18:45:25". */
  readonly name?: string;
  /** What it is now: "Live". */
  readonly marks?: ReactNode;
  /** What it changed, once that is asked for; absent: there is none before it. */
  readonly changes?: () => ReactNode;
  /** Absent: it cannot be restored. */
  readonly onRestore?: () => void;
}

export function VersionRow({ entry, title, name, marks, changes, onRestore }: Given) {
  const [isOpen, setIsOpen] = useState(false);
  const { at, by, action, detail } = entry;
  const verb = words[action] ?? action;
  return (
    <li className={classes['row']}>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={600}>
              {title ?? verb}
            </Text>
            {marks}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {title !== undefined && `${verb} `}
            <Moment at={at} />
            {by && ` by ${by === 'worker' ? 'Attune' : by}`} · <Time at={at} />
          </Text>
          {detail && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {changes && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              aria-label={`${isOpen ? 'Hide' : 'Show'} changes of ${name}`}
            >
              {isOpen ? 'Hide changes' : 'Show changes'}
            </Button>
          )}
          {onRestore && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onRestore}
              aria-label={`Restore ${name}`}
            >
              Restore
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <div style={{ marginTop: 8 }}>{changes?.()}</div>}
    </li>
  );
}
