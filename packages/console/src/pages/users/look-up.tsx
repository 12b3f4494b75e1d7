// The form that asks for a person: a name, and what kind of name it is.
import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { deviceId, external, hashedEmail } from '../../ui/identifier-types.ts';

export interface PersonName {
  readonly cuid: string;
  readonly cuidType: string;
}

export function LookUp({ onLookUp }: { onLookUp: (name: PersonName) => void }) {
  const site = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site: site.name } });
  const [cuid, setCuid] = useState('');
  const [cuidType, setType] = useState('external');
  const [fault, setFault] = useState<string>();
  const custom = settings.data?.identifierTypes ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(cuid, cuidType);
    setFault(fault);
    if (fault === undefined) onLookUp({ cuid, cuidType });
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Group align="flex-start" gap="sm">
        <Select
          label="Identifier type (cuidType)"
          data={[external, hashedEmail, deviceId, ...custom]}
          value={cuidType}
          onChange={(type) => setType(type ?? 'external')}
          allowDeselect={false}
          style={{ flex: '1 1 12rem' }}
        />
        <TextInput
          label="Identifier (cuid)"
          value={cuid}
          onChange={(event) => setCuid(event.currentTarget.value)}
          error={fault}
          maxLength={250}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '3 1 14rem' }}
        />
        <Button type="submit" leftSection={<Icon name="search" />} mt={{ base: 0, xs: 25 }}>
          Look up user
        </Button>
      </Group>
    </form>
  );
}

function faultOf(cuid: string, cuidType: string): string | undefined {
  if (cuid === '') return 'Enter the identifier that your events send as cuid.';
  if (cuidType === 'he' && cuid.includes('@')) {
    return 'Enter the hash of the address, as your events send it.';
  }
  return undefined;
}
