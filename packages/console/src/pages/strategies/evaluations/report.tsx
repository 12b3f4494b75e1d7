// What an evaluation found: figures by strategy at a length of list, and what they mean.
import { List, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { AheadShown } from './ahead.tsx';
import { figureNames, type Report } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';

const whole = new Intl.NumberFormat('en');

export function ReportShown({ report }: { report: Report }) {
  const { results, from, split, to, users, items, sentence, notes } = report;
  const ks = results[0]?.figures.map(({ k }) => k) ?? [];
  const [chosen, setK] = useState<number>();
  const k = chosen ?? (ks.includes(10) ? 10 : ks[0]);
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {sentence}
      </Text>
      <Text size="xs" c="dimmed">
        Models of {from} to the day before {split}; judged on {split} to {to}: {whole.format(users)}{' '}
        users, {whole.format(items)} items that could be recommended.
      </Text>
      {ks.length > 1 && (
        <NativeSelect
          label="Length of the list (K)"
          w={180}
          size="xs"
          value={String(k)}
          data={ks.map(String)}
          onChange={(event) => setK(Number(event.currentTarget.value))}
        />
      )}
      <FiguresTable
        label={`Figures at ${k}`}
        head="Strategy"
        marksBest
        rows={results.flatMap(({ strategy, figures }) => {
          const at = figures.find((one) => one.k === k);
          return at ? [{ key: strategy.id, name: strategy.name, figures: at }] : [];
        })}
      />
      {k !== undefined && <AheadShown results={results} k={k} />}
      {notes.length > 0 && (
        <List size="sm">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
      <Disclosure what="what the figures mean">
        <List size="sm" spacing={4}>
          {Object.values(figureNames).map(({ head, about }) => (
            <List.Item key={head}>
              <b>{head}</b>: {about}
            </List.Item>
          ))}
        </List>
      </Disclosure>
    </Stack>
  );
}
