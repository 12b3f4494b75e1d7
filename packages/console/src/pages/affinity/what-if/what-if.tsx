// What the edited settings would change for people of this site, computed as they change.
import { parseExact } from '@attune/core';
import { Group, Loader, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { affinityOf } from '../../site-settings/draft.ts';
import type { Form } from '../../site-settings/form.ts';
import { Moves } from './moves.tsx';
import { PeopleField, type Person } from './people-field.tsx';
import { PeopleTried } from './people-tried.tsx';

const settlesMs = 300;

export function WhatIf({ form }: { form: Form }) {
  const site = useSite();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const patch = affinityOf(form.draft, form.saved);
  const [settled] = useDebouncedValue(JSON.stringify(patch), settlesMs);
  const body = {
    settings: parseExact(settled) as Record<string, unknown>,
    ...(people.length > 0 && { people: [...people] }),
  };
  const asked = { params: { site: site.name }, body };
  const tried = useAnswer(consoleApi.tryAffinity, asked, { keepsPrevious: true });
  const isChanged = Object.keys(patch).length > 0;
  return (
    <Section
      title="Effect"
      about="Real profiles with the saved settings and with the settings on this page."
      actions={
        tried.isFetching ? <Loader role="status" size="xs" aria-label="Updating" /> : undefined
      }
    >
      <PeopleField people={people} onChange={setPeople} />
      {tried.error ? (
        <ErrorAlert error={tried.error} onRetry={tried.refetch} />
      ) : tried.data ? (
        <Stack gap="md" aria-live="polite">
          <Group gap={6}>
            <Text fw={650} role="status">
              {isChanged
                ? sayChanged(tried.data.changed, tried.data.looked)
                : `${sayPeople(tried.data.looked)}, with the saved settings`}
            </Text>
            <Text size="sm" c="dimmed">
              {isChanged
                ? people.length === 0 && `A random sample of about ${tried.data.of}`
                : 'Change a setting to see its effect.'}
            </Text>
          </Group>
          {tried.data.unknown.length > 0 && (
            <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
              No user found: {tried.data.unknown.join(', ')}. Check the ID and its type.
            </Text>
          )}
          <Moves tried={tried.data} isChanged={isChanged} />
          <PeopleTried tried={tried.data} />
        </Stack>
      ) : (
        <ListSkeleton rows={4} />
      )}
    </Section>
  );
}

const sayPeople = (count: number) => (count === 1 ? '1 visitor' : `${count} visitors`);

function sayChanged(changed: number, looked: number): string {
  const share = looked === 0 ? 0 : Math.round((100 * changed) / looked);
  return `${changed} of ${sayPeople(looked)} would get a new favorite (${share} %)`;
}
