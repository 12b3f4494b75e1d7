// A word of the field with its meaning a press away.
import { Popover, Text, UnstyledButton } from '@mantine/core';
import { Icon } from './icons.tsx';
import classes from './term.module.css';

export interface Meaning {
  /** As it stands in a sentence: "an expected loss". */
  readonly term: string;
  /** In two sentences at most. */
  readonly about: string;
}

/** The button beside a word that explains it. */
export function Explain({ meaning: { term, about } }: { meaning: Meaning }) {
  return (
    <Popover width={300} position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes['explain']} aria-label={`What is ${term}?`}>
          <Icon name="why" size={16} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1} data-autofocus>
        <Text size="sm" fw={400} c="var(--mantine-color-text)">
          {about}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
