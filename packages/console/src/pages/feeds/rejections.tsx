// Rows that were rejected: why, how many, and some of each.
import { Stack, Text } from '@mantine/core';
import { sayItems } from './feed.ts';

export interface Reason {
  readonly reason: string;
  readonly rows: number;
  readonly examples: readonly { readonly item: string; readonly message: string }[];
}

export function Rejections({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Stack
      component="ul"
      gap="sm"
      p={0}
      m={0}
      style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
      aria-label="Rejected rows"
    >
      {reasons.map(({ reason, rows, examples }) => (
        <li key={reason}>
          {/* Where every row is an example, each says it with its values. */}
          {rows > examples.length && (
            <Text size="sm" fw={600}>
              {sayItems(rows, 'row')}: {reason}
            </Text>
          )}
          <Text size="sm" component="div" {...(rows > examples.length && { c: 'dimmed' })}>
            {examples.map(({ item, message }) => (
              <div key={`${item} ${message}`}>
                <b>{item}</b>: {message}
              </div>
            ))}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
