// Whose profiles are compared: a random sample, or people who are named.
import { Button, Group, Pill, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';

export interface Person {
  readonly cuid: string;
  readonly cuidType: string;
}

const most = 20;

interface Given {
  readonly people: readonly Person[];
  readonly onChange: (people: readonly Person[]) => void;
}

export function PeopleField({ people, onChange }: Given) {
  const site = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site: site.name } });
  const [cuid, setCuid] = useState('');
  const [cuidType, setType] = useState('external');
  const add = () => {
    const isThere = people.some((one) => one.cuid === cuid && one.cuidType === cuidType);
    if (cuid === '' || isThere || people.length >= most) return;
    onChange([...people, { cuid, cuidType }]);
    setCuid('');
  };
  return (
    <div>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="User ID (cuid)"
          placeholder="Empty: random sample"
          value={cuid}
          onChange={(event) => setCuid(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          maxLength={250}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '2 1 9rem' }}
        />
        <Select
          label="Type"
          data={['external', 'he', ...(settings.data?.identifierTypes ?? [])]}
          value={cuidType}
          onChange={(type) => setType(type ?? 'external')}
          allowDeselect={false}
          style={{ flex: '1 1 6rem' }}
        />
        <Button variant="default" onClick={add}>
          Add
        </Button>
      </Group>
      {people.length > 0 && (
        <Group gap={6} mt="xs">
          {people.map((one) => (
            <Pill
              key={`${one.cuidType} ${one.cuid}`}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${one.cuid}`, 'aria-hidden': false }}
              onRemove={() => onChange(people.filter((other) => other !== one))}
            >
              {one.cuid}
            </Pill>
          ))}
        </Group>
      )}
    </div>
  );
}
