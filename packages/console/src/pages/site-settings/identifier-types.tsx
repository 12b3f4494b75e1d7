// Kinds of ids of people and accounts beside the built-in ones. They are saved at once.
import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Section } from '../../ui/section.tsx';

const stale = [consoleApi.listIdentifierTypes, consoleApi.readSettings, consoleApi.listAudit];

type IdentifierType = Answer<'listIdentifierTypes'>['items'][number];

export function IdentifierTypes() {
  const { name: site } = useSite();
  const types = useAnswer(consoleApi.listIdentifierTypes, {
    params: { site },
    query: { limit: '100' },
  });
  const mayAdd = useMay(consoleApi.createIdentifierType);
  const mayRemove = useMay(consoleApi.deleteIdentifierType);
  const [leaving, setLeaving] = useState<IdentifierType>();
  return (
    <Section
      title="Identifier types"
      anchor="identifier-types"
      about="The kinds of IDs that your site sends for people or accounts, as cuidType. Changes are saved at once."
    >
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {['he', 'external'].map((name) => (
          <Group key={name} component="li" gap="xs" mih={28}>
            <Text size="sm">{name}</Text>
            <Badge size="sm" variant="default">
              Built in
            </Badge>
          </Group>
        ))}
        {types.data?.items.map((type) => (
          <Group key={type.id} component="li" gap="xs" mih={28}>
            <Text size="sm">{type.identifierType.name}</Text>
            {type.identifierType.identifies === 'account' && (
              <Badge size="sm" variant="default">
                Accounts
              </Badge>
            )}
            {mayRemove && (
              <RemoveButton
                label={`Remove ${type.identifierType.name}`}
                onClick={() => setLeaving(type)}
              />
            )}
          </Group>
        ))}
      </Stack>
      <ErrorAlert error={types.error} />
      {mayAdd && <Add />}
      {leaving && <Remove type={leaving} onClose={() => setLeaving(undefined)} />}
    </Section>
  );
}

function Add() {
  const site = useSite();
  const [name, setName] = useState('');
  const [identifies, setIdentifies] = useState<'person' | 'account'>('person');
  const adding = useChange(consoleApi.createIdentifierType, stale);
  const { error } = adding;
  const fault = error instanceof Problem ? error.faultOf('name') : undefined;
  const add = () =>
    adding.mutate(
      { params: { site: site.name }, body: { name, identifies } },
      { onSuccess: () => setName('') },
    );
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs">
        <TextInput
          label="New type"
          description="Lowercase letters, digits, _ and -, such as loyalty_card"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          // Within the form of the settings Enter would save those.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          error={fault}
          spellCheck={false}
          style={{ flex: '0 1 22rem' }}
        />
        <NativeSelect
          label="Identifies"
          value={identifies}
          data={[
            { value: 'person', label: 'A person' },
            { value: 'account', label: 'An account' },
          ]}
          onChange={(event) =>
            setIdentifies(event.currentTarget.value === 'account' ? 'account' : 'person')
          }
        />
        <Button
          variant="default"
          mt={25}
          leftSection={<Icon name="plus" />}
          loading={adding.isPending}
          disabled={name === ''}
          onClick={add}
        >
          Add type
        </Button>
      </Group>
      {!fault && <ErrorAlert error={error} />}
    </Stack>
  );
}

function Remove({ type, onClose }: { type: IdentifierType; onClose: () => void }) {
  const site = useSite();
  const removing = useChange(consoleApi.deleteIdentifierType, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the type ${type.identifierType.name}?`}
      confirm="Remove type"
      isDangerous
      isBusy={removing.isPending}
      error={removing.error}
      onConfirm={() =>
        removing.mutate(
          { params: { site: site.name, id: String(type.id) } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Text size="sm">
        Requests with a cuid of this type are rejected from then on. A type that is in use cannot be
        removed.
      </Text>
    </ConfirmDialog>
  );
}
