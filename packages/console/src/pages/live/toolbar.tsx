// Above the list: filter, pause, whether it is held, and how many entries are held back.
import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import type { Filter } from './buffer.ts';
import type { Stream } from './stream.ts';

interface Shown {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
}

export function Toolbar({ filter, onFilter, isPaused, onPause }: Shown) {
  return (
    <Group gap="md" align="center">
      <TextInput
        aria-label="Filter by text"
        placeholder="Filter by event, key, status or trace ID"
        leftSection={<Icon name="search" size={16} />}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        style={{ flex: '1 1 15rem' }}
      />
      <Switch
        label="Problems only"
        checked={filter.isRefusedOnly}
        onChange={(event) => onFilter({ ...filter, isRefusedOnly: event.currentTarget.checked })}
      />
      <Button variant="default" w={110} aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </Group>
  );
}

interface Holding {
  readonly isPaused: boolean;
  readonly isReading: boolean;
  readonly stream: Stream;
}

/** Always a line, so that the list stays where it is. */
export function HoldingLine({ isPaused, isReading, stream }: Holding) {
  return (
    <Group gap="xs" h={30}>
      <Text size="sm" c="dimmed">
        {stateOf(isPaused, isReading, stream)}
      </Text>
      {stream.waiting > 0 && (
        <Button size="compact-sm" variant="light" onClick={stream.showAll}>
          Show {stream.waiting} new
        </Button>
      )}
    </Group>
  );
}

function stateOf(isPaused: boolean, isReading: boolean, { shown, error }: Stream): string {
  if (error) return 'Not connected. Trying again…';
  if (isPaused) return 'Paused. New entries are kept for you.';
  if (isReading && shown && shown.length > 0) return 'Paused while you read.';
  return 'Live. New entries appear at the top.';
}
