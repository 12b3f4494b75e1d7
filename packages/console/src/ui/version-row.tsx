// A version of a managed object in its history: who made it, what it changed, and the way back.
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Time } from './time.tsx';
import classes from './version-row.module.css';

const words: Readonly<Record<string, string>> = {
  create: 'Created',
  replace: 'Saved',
  restore: 'Restored',
  restart: 'Restarted',
};

interface Given {
  readonly version: {
    readonly version: number;
    readonly at: string;
    readonly by: string;
    readonly action: string;
  };
  /** What it is now: "Live". */
  readonly marks?: ReactNode;
  /** What further became of it. */
  readonly more?: ReactNode;
  /** What it changed, once that is asked for; absent: there is none before it. */
  readonly changes?: () => ReactNode;
  /** Absent: it cannot be restored. */
  readonly onRestore?: (() => void) | undefined;
}

export function VersionRow({ version: made, marks, more, changes, onRestore }: Given) {
  const [isOpen, setIsOpen] = useState(false);
  const { version, at, by, action } = made;
  return (
    <li className={classes['row']}>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={600}>
              Version {version}
            </Text>
            {marks}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words[action] ?? action} <Time at={at} />
            {by && ` by ${by}`}
            {more}
          </Text>
        </div>
        <Group gap="xs">
          {changes && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              aria-label={`What version ${version} changed`}
            >
              What it changed
            </Button>
          )}
          {onRestore && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onRestore}
              aria-label={`Restore version ${version}`}
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
