// Something that went well, or is well.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface Given {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Unlike Mantine's teal one, its title can be read by everyone (WCAG AA). */
export function Success({ title, children }: Given) {
  return (
    <Alert
      color="teal"
      role="status"
      icon={<Icon name="check" />}
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      title={title}
    >
      {children}
    </Alert>
  );
}
