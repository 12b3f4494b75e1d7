// A task of two panels: what is chosen, and what would come of it, or came of it.
import { Paper, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Section } from '../../ui/section.tsx';
import classes from './task.module.css';

interface Given {
  readonly title: string;
  readonly about: string;
  /** The fields, and the button that compares. */
  readonly children: ReactNode;
  /** Nothing is compared yet: what will stand there. */
  readonly waiting: string;
  readonly result: ReactNode;
  /** The result in a few words, for screen readers. */
  readonly said: string | undefined;
}

export function Task({ title, about, children, waiting, result, said }: Given) {
  const place = useRef<HTMLDivElement>(null);
  // On a telephone it comes below the fold.
  useEffect(() => {
    if (said !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return (
    <div className={classes['both']}>
      <Section title={title} about={about}>
        {children}
      </Section>
      <div ref={place} className={classes['result']}>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {result ?? (
          <Paper withBorder className={classes['nothing'] ?? ''}>
            <Text size="sm" c="dimmed">
              {waiting}
            </Text>
          </Paper>
        )}
      </div>
    </div>
  );
}
