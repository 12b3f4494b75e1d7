// What a file had that no item keeps, or that could be read in two ways.
import { Text } from '@mantine/core';
import { Warning } from '../../ui/warning.tsx';
import { sayItems } from './feed.ts';

interface Note {
  readonly column: string;
  readonly message: string;
  readonly example: string;
  readonly rows: number;
}

export function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <Warning title="Check how these columns were read">
      {notes.map(({ column, message, example, rows }) => (
        <Text key={`${column} ${message}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{column}</b> {message} in {sayItems(rows, 'row')}, such as {example}
        </Text>
      ))}
    </Warning>
  );
}
