// Something that is allowed and was probably not meant.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface Given {
  readonly title?: string;
  readonly children: ReactNode;
  /** Said aloud when it comes, by those who read the page to others. */
  readonly isSaid?: boolean;
}

/** Unlike Mantine's yellow one, its title can be read by everybody (WCAG AA). */
export function Warning({ title, children, isSaid = false }: Given) {
  return (
    <Alert
      color="yellow"
      icon={<Icon name="alert" />}
      styles={{
        label: { color: 'var(--mantine-color-text)' },
        icon: { color: 'var(--mantine-color-text)' },
      }}
      {...(title !== undefined && { title })}
      role={isSaid ? 'status' : 'group'}
    >
      {children}
    </Alert>
  );
}
