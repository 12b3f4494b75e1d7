// A person who was found: identity, affinity, last events, and what an Admin may do.
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/endpoints.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CopyIcon } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import { Attributes } from './attributes.tsx';
import { Detail } from './detail.tsx';
import { Erase } from './erase.tsx';
import { ExportButton } from './export-button.tsx';
import type { PersonName } from './look-up.tsx';
import { Recent } from './recent.tsx';

interface Shown {
  readonly person: Answer<'readUser'>;
  readonly name: PersonName;
  readonly onErased: (erasureId: string) => void;
}

export function ProfileView({ person, name, onErased }: Shown) {
  return (
    <>
      <Head person={person} name={name} onErased={onErased} />
      <Attributes attributes={person.attributes} />
      <Detail name={name} />
      <Recent events={person.recent} />
    </>
  );
}

function Head({ person, name, onErased }: Shown) {
  const [isErasing, setErasing] = useState(false);
  const { name: site } = useSite();
  const mayAskWhy = useMay(consoleApi.whyDecision);
  const mayExport = useMay(consoleApi.exportUser);
  const mayErase = useMay(consoleApi.eraseUser);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {name.cuid}{' '}
            <Text span c="dimmed" size="sm" fw={400}>
              {name.cuidType}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              User id {person.userId}
            </Text>
            <CopyIcon text={person.userId} what="the user id" />
          </Group>
          <Text size="sm" c="dimmed">
            First seen <Time at={person.firstSeenAt} />, last seen <Time at={person.lastSeenAt} />
          </Text>
        </Stack>
        <Group gap="xs">
          {mayAskWhy && (
            <Button
              component={Link}
              href={`/${site}/why?user=${person.userId}`}
              variant="default"
              leftSection={<Icon name="why" />}
            >
              Why did they see this?
            </Button>
          )}
          {mayExport && <ExportButton name={name} />}
          {mayErase && (
            <Button
              variant="default"
              leftSection={<Icon name="trash" />}
              onClick={() => setErasing(true)}
            >
              Erase
            </Button>
          )}
        </Group>
      </Group>
      {isErasing && <Erase name={name} onErased={onErased} onClose={() => setErasing(false)} />}
    </Paper>
  );
}
