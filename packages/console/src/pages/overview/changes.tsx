// What was changed last, as sentences of the audit log.
import { Stack, Text } from '@mantine/core';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { SentenceShown } from '../audit/entries.tsx';
import type { Entry } from '../audit/formats.ts';

export function Changes({ entries }: { entries: readonly Entry[] }) {
  return (
    <Section title="Last changes" actions={<PageLink to="audit">View audit log</PageLink>}>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          No changes yet.
        </Text>
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <SentenceShown entry={entry} />
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Time at={entry.at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
