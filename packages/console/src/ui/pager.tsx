// Steps through a list that the service gives page by page.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** Where one is in a list; a change of `about`, what is searched for, begins it again. */
export function usePages(about: string) {
  const [cursors, setCursors] = useState<{ about: string; passed: readonly string[] }>({
    about,
    passed: [],
  });
  const passed = cursors.about === about ? cursors.passed : [];
  return {
    /** What to ask for; undefined on the first page. */
    cursor: passed.at(-1),
    page: passed.length,
    onNext: (next: string) => setCursors({ about, passed: [...passed, next] }),
    onBack: () => setCursors({ about, passed: passed.slice(0, -1) }),
  };
}

interface Given {
  readonly page: number;
  readonly next: string | null;
  readonly shown: number;
  /** Of a full page. */
  readonly size: number;
  /** Where it is known. */
  readonly total?: number;
  readonly onNext: (next: string) => void;
  readonly onBack: () => void;
}

const whole = new Intl.NumberFormat('en');

export function Pager({ page, next, shown, size, total, onNext, onBack }: Given) {
  if (page === 0 && next === null) return null;
  const first = page * size + 1;
  const range = `${whole.format(first)}–${whole.format(first + shown - 1)}`;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {range}
        {total !== undefined && ` of ${whole.format(total)}`}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page === 0} onClick={onBack}>
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={next === null}
          onClick={() => next !== null && onNext(next)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
