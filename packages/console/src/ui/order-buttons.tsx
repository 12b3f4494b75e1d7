// Buttons for an entry of an ordered list: up, down, remove.
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { Icon, type IconName } from './icons.tsx';

interface Given {
  /** Of the entry. */
  readonly name: string;
  /** What removing is called: "Remove experience". */
  readonly remove: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  /** Absent: the entry must stay. */
  readonly onRemove: (() => void) | undefined;
}

/** Moving keeps the focus where it is: the entry is the same, somewhere else. */
export function OrderButtons({ name, remove, isFirst, isLast, onMove, onRemove }: Given) {
  const button = (icon: IconName, words: string, isOff: boolean, act: () => void) => (
    <Tooltip label={words}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`${words}: ${name}`}
        // Not `disabled`, which would take the focus away at the end of the list.
        aria-disabled={isOff}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => !isOff && act()}
      >
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {button('up', 'Move up', isFirst, () => onMove(-1))}
      {button('down', 'Move down', isLast, () => onMove(1))}
      {button('trash', remove, onRemove === undefined, () => onRemove?.())}
    </Group>
  );
}
