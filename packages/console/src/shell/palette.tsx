// The command palette: what the site has, every page and every action, by a few letters.
import { folded } from '@attune/core';
import { Modal, ScrollArea, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '../ui/icons.tsx';
import { type Command, useCommands } from './commands.ts';
import classes from './palette.module.css';
import { Option } from './palette-option.tsx';
import { type FoundGroup, useSearchOfSite } from './use-search.ts';

/** People who open it type on without waiting. */
const atOnce = { duration: 0 };
/** Of what is typed, so many pages and actions come before what the site has. */
const ownMax = 6;
const label = 'Search and commands';

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const { groups, state } = useFound(typed);
  const all = groups.flatMap(({ commands }) => commands);
  const current = all[Math.min(at, all.length - 1)];
  const optionId = (command: Command) => `${listId}-${command.id}`;
  const run = useRun(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, all.length - 1) + step + all.length) % all.length;
      setAt(next);
      document.getElementById(optionId(all[next]!))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && current) run(current, event);
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh" transitionProps={atOnce}>
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <Modal.Body p="xs">
          <TextInput
            aria-label={label}
            placeholder="Campaign, audience, user id, page or action"
            leftSection={<Icon name="search" />}
            size="md"
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            {...(current && { 'aria-activedescendant': optionId(current) })}
          />
          <ScrollArea.Autosize mah="50vh" mt="xs">
            <div id={listId} role="listbox" aria-label="Results">
              {groups.map((group) => (
                <Group key={group.title} {...{ group, listId }}>
                  {(command) => (
                    <Option
                      key={command.id}
                      id={optionId(command)}
                      command={command}
                      isCurrent={command === current}
                      onRun={(event) => run(command, event)}
                      onPoint={() => setAt(all.indexOf(command))}
                    />
                  )}
                </Group>
              ))}
            </div>
          </ScrollArea.Autosize>
          <State state={state} count={all.length} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What is said below the list, or to those who only listen. */
function State({ state, count }: { state: string; count: number }) {
  const heard = `${count} ${count === 1 ? 'result' : 'results'}`;
  return (
    <div role="status">
      {state === '' ? (
        <VisuallyHidden>{heard}</VisuallyHidden>
      ) : (
        <Text size="sm" c="dimmed" px="sm" py={6}>
          {state}
        </Text>
      )}
    </div>
  );
}

interface GroupGiven {
  readonly group: FoundGroup;
  readonly listId: string;
  readonly children: (command: Command) => React.ReactNode;
}

function Group({ group: { title, total, commands }, listId, children }: GroupGiven) {
  const id = `${listId} ${title}`.replaceAll(' ', '-');
  const cut = total > commands.length ? `, first ${commands.length} of ${total}` : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: options are grouped so; no form is meant
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={classes['title']}>
        {title}
        {cut}
      </div>
      {commands.map(children)}
    </div>
  );
}

/** The groups to show, and how the search stands; '' when it is done and found something. */
function useFound(typed: string): { groups: readonly FoundGroup[]; state: string } {
  const commands = useCommands();
  const search = useSearchOfSite(typed);
  const isTyped = typed.trim() !== '';
  const own = commands.filter(({ title }) => matches(title, typed));
  const shown = isTyped ? own.slice(0, ownMax) : own;
  const groups = [
    { title: 'Pages and actions', total: shown.length, commands: shown },
    ...search.groups,
  ].filter((group) => group.commands.length > 0);
  if (search.error) return { groups, state: `Search failed. ${search.error.message}` };
  if (search.isSearching) return { groups, state: 'Searching…' };
  return { groups, state: groups.length === 0 ? 'No results' : '' };
}

/** Runs a command; with Ctrl or ⌘ a link opens in a tab of its own. */
function useRun(onClose: () => void) {
  const [, go] = useLocation();
  return ({ href, run }: Command, event: KeyboardEvent | MouseEvent) => {
    const isElsewhere = event.ctrlKey || event.metaKey;
    if (href !== undefined && isElsewhere) {
      event.preventDefault();
      window.open(`/console${href}`, '_blank', 'noopener');
      return;
    }
    event.preventDefault();
    onClose();
    if (href !== undefined) go(href);
    else run?.();
  };
}

/** Every word that was typed begins a word of the title. */
function matches(title: string, wanted: string): boolean {
  const words = folded(title).split(/[^\p{L}\p{N}]+/u);
  const typed = folded(wanted).split(/\s+/).filter(Boolean);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}
