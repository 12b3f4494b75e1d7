// Any two of the revisions that are kept, beside each other.
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../ui/section.tsx';
import type { Feed } from '../feed.ts';
import { Differences } from './differences.tsx';

interface Given {
  readonly feed: Feed;
  /** The newest first. */
  readonly kept: readonly number[];
}

export function Compare({ feed, kept }: Given) {
  const oldest = kept.at(-1) ?? 0;
  // Before the first revision there was nothing, which compares as well.
  const all = oldest === 1 ? [...kept, 0] : kept;
  const [from, setFrom] = useState(all[1] ?? oldest);
  const [to, setTo] = useState(kept[0] ?? oldest);
  const [shown, setShown] = useState<{ from: number; to: number }>();
  const options = all.map((revision) => ({
    value: String(revision),
    label: revision === 0 ? '0 (empty)' : String(revision),
  }));
  return (
    <Section title="Compare revisions" about="Available for the last 10 revisions.">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="From revision"
          data={options}
          value={String(from)}
          onChange={(event) => setFrom(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label="To revision"
          data={options}
          value={String(to)}
          onChange={(event) => setTo(Number(event.currentTarget.value))}
        />
        <Button variant="default" disabled={from === to} onClick={() => setShown({ from, to })}>
          Compare
        </Button>
      </Group>
      {shown && (
        <Differences
          key={`${shown.from} ${shown.to}`}
          feedId={feed.id}
          from={shown.from}
          to={shown.to}
        />
      )}
    </Section>
  );
}
