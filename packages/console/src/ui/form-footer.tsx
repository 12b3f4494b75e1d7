// The last line of a form in a dialog: away from it, or send it.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Given {
  /** What sending does: "Make the link". */
  readonly children: ReactNode;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

export function FormFooter({ children, isBusy, onCancel }: Given) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {children}
      </Button>
    </Group>
  );
}
