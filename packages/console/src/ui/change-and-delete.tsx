// The two things that are done with an entry of a list, for those who may.
import { ActionIcon } from '@mantine/core';
import { Icon } from './icons.tsx';

interface Given {
  /** Of the entry. */
  readonly name: string;
  readonly changing?: 'Edit' | 'Rename';
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

export function ChangeAndDelete({ name, changing = 'Edit', ...given }: Given) {
  return (
    <>
      {given.mayChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${changing} ${name}`}
          onClick={given.onChange}
        >
          <Icon name="edit" />
        </ActionIcon>
      )}
      {given.mayDelete && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${name}`}
          onClick={given.onDelete}
        >
          <Icon name="trash" />
        </ActionIcon>
      )}
    </>
  );
}
