// The command palette: every page and action by a few letters of its name.
import { folded } from '@attune/core';
import { Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { type Command, useCommands } from './commands.ts';
import classes from './palette.module.css';

/** A person who opens it types on without waiting. */
const atOnce = { duration: 0 };

export function Palette({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useCommands().filter(({ title }) => matches(title, wanted));
  const optionId = (index: number) => `${listId}-${index}`;
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (at + step + found.length) % found.length;
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') run(found[at]);
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh" transitionProps={atOnce}>
      <Modal.Overlay />
      <Modal.Content aria-label="Go to or do">
        <Modal.Body p="xs">
          <TextInput
            aria-label="Go to or do"
            placeholder="A page or an action"
            leftSection={<Icon name="search" />}
            size="md"
            data-autofocus
            value={wanted}
            onChange={(event) => {
              setWanted(event.currentTarget.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            {...(found[at] && { 'aria-activedescendant': optionId(at) })}
          />
          <ScrollArea.Autosize mah="50vh" mt="xs">
            <div id={listId} role="listbox" aria-label="Pages and actions">
              {found.map((command, index) => (
                <UnstyledButton
                  key={command.title}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  tabIndex={-1}
                  className={classes['option']}
                  onClick={() => run(command)}
                  onMouseMove={() => setAt(index)}
                >
                  <Icon name={command.icon} />
                  {command.title}
                </UnstyledButton>
              ))}
            </div>
          </ScrollArea.Autosize>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" p="sm" role="status">
              Nothing has such a name.
            </Text>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Every word that was typed begins a word of the title. */
function matches(title: string, wanted: string): boolean {
  const words = folded(title).split(/[^\p{L}\p{N}]+/u);
  const typed = folded(wanted).split(/\s+/).filter(Boolean);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}
