// The steps that make a new site work; each ticks itself when it is done.
import {
  Anchor,
  Collapse,
  Group,
  Progress,
  Stack,
  Text,
  ThemeIcon,
  UnstyledButton,
} from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useState } from 'react';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ForDevelopers } from '../../ui/for-developers.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { storedText } from '../../ui/stored.ts';
import type { Overview } from './query.ts';
import classes from './set-up.module.css';
import { type Step, stepsOf } from './set-up-steps.ts';

type Steps = NonNullable<Overview['setUp']>;

interface Given {
  readonly steps: Steps;
  /** Of the campaign that the last step asks for. */
  readonly selector: string;
}

export function SetUp({ steps, selector }: Given) {
  const { name } = useSite();
  const hidden = storedText(`attune-set-up-hidden ${name}`);
  const [isHidden, setHidden] = useState(() => hidden.read() === 'yes');
  const hide = (is: boolean) => {
    hidden.write(is ? 'yes' : '');
    setHidden(is);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  const [opened, setOpened] = useState<string | undefined>(next);
  const texts = stepsOf(window.location.origin, selector);
  return (
    <Section
      title={`Set up ${name}: ${done} of ${steps.length} done`}
      actions={
        <Anchor component="button" type="button" size="sm" onClick={() => hide(!isHidden)}>
          {isHidden ? 'Show steps' : 'Hide steps'}
        </Anchor>
      }
    >
      <Progress value={(100 * done) / steps.length} aria-label="Steps done" />
      {!isHidden && (
        <ol className={classes['steps']}>
          {steps.map(({ step, isDone }) => (
            <StepShown
              key={step}
              text={texts[step]}
              isDone={isDone}
              isOpen={opened === step}
              onTurn={() => setOpened(opened === step ? undefined : step)}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface StepGiven {
  readonly text: Step;
  readonly isDone: boolean;
  readonly isOpen: boolean;
  readonly onTurn: () => void;
}

function StepShown({ text, isDone, isOpen, onTurn }: StepGiven) {
  const id = useId();
  const mayDo = useMay(text.needs);
  return (
    <li>
      <UnstyledButton
        className={classes['opener']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onTurn}
      >
        <ThemeIcon
          size={22}
          radius="xl"
          variant={isDone ? 'filled' : 'default'}
          role="img"
          aria-label={isDone ? 'Done' : 'To do'}
        >
          {isDone && <Icon name="check" size={14} />}
        </ThemeIcon>
        <Text size="sm" fw={600}>
          {text.title}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="xs" className={classes['content'] ?? ''}>
          <Group gap="xs">
            <Text size="sm">{text.about}</Text>
            {mayDo && <PageLink to={text.to}>{text.action}</PageLink>}
          </Group>
          {isOpen && (
            <ForDevelopers of={text.title}>
              <CodeBlock code={text.code} />
            </ForDevelopers>
          )}
        </Stack>
      </Collapse>
    </li>
  );
}
