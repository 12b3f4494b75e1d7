// The button that takes an entry out of a list.
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { Icon } from './icons.tsx';

interface Given extends Pick<ActionIconProps, 'size' | 'mt'> {
  /** What it does, and to which entry: "Remove step 2". */
  readonly label: string;
  readonly onClick: () => void;
}

export function RemoveButton({ label, size = 30, ...given }: Given) {
  return (
    <Tooltip label={label} maw={320} multiline>
      <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} {...given}>
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
