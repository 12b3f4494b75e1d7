// Opens the command palette, and teaches its keys where there is room.
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { Icon } from '../ui/icons.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button
        visibleFrom="sm"
        variant="default"
        size="xs"
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Kbd size="xs">{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>}
        onClick={onOpen}
      >
        Search
      </Button>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={onOpen}
      >
        <Icon name="search" />
      </ActionIcon>
    </>
  );
}
