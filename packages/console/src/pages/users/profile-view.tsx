// A person who was found: identity, affinity, last events, and what an Admin may do.
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/endpoints.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { type CalledBy, sayUserType } from '../../ui/say-user.ts';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';
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

/** By the name that was looked for; a device by its person, where it has one. */
function calledBy({ cuid, cuidType }: PersonName, { names }: Shown['person']): CalledBy | null {
  if (cuidType !== 'id') return { type: cuidType, value: cuid };
  return names[0] ?? null;
}

function Head({ person, name, onErased }: Shown) {
  const [isErasing, setErasing] = useState(false);
  const { name: site } = useSite();
  const mayAskWhy = useMay(consoleApi.whyDecision);
  const mayExport = useMay(consoleApi.exportUser);
  const mayErase = useMay(consoleApi.eraseUser);
  const called = calledBy(name, person);
  const others = person.names.filter(
    (one) => one.type !== called?.type || one.value !== called.value,
  );
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={650} component="div">
            <UserName id={person.userId} name={called} />
          </Text>
          {others.length > 0 && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Also known as{' '}
              {others.map(({ type, value }) => `${value} (${sayUserType(type)})`).join(', ')}
            </Text>
          )}
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
              Erase user
            </Button>
          )}
        </Group>
      </Group>
      {isErasing && <Erase name={name} onErased={onErased} onClose={() => setErasing(false)} />}
    </Paper>
  );
}
