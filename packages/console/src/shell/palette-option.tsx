// An entry of the command palette: a link where it leads somewhere, so that its address is seen.
import { Text, UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Icon } from '../ui/icons.tsx';
import type { Command } from './commands.ts';
import classes from './palette.module.css';

interface Given {
  readonly id: string;
  readonly command: Command;
  /** Enter would run it. */
  readonly isCurrent: boolean;
  readonly onRun: (event: MouseEvent) => void;
  readonly onPoint: () => void;
}

export function Option({ id, command, isCurrent, onRun, onPoint }: Given) {
  const { title, detail = '', icon, href } = command;
  const shared = {
    id,
    role: 'option',
    'aria-selected': isCurrent,
    tabIndex: -1,
    className: classes['option'] ?? '',
    onClick: onRun,
    onMouseMove: onPoint,
  } as const;
  const content = (
    <>
      <Icon name={icon} />
      <span className={classes['name']}>{title}</span>
      {detail !== '' && (
        <Text span size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      )}
    </>
  );
  return href === undefined ? (
    <UnstyledButton {...shared}>{content}</UnstyledButton>
  ) : (
    <UnstyledButton component="a" href={`/console${href}`} {...shared}>
      {content}
    </UnstyledButton>
  );
}
