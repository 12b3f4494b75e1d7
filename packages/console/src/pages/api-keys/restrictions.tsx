// The folded part of a key's form: when it expires, from where and how often it may be used.
import {
  Checkbox,
  Collapse,
  Group,
  Stack,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useId, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { type FieldsProps, isRestricted } from './draft.ts';

export function Restrictions({ isNew, ...fields }: FieldsProps & { isNew: boolean }) {
  const [isOpen, setIsOpen] = useState(() => isRestricted(fields.draft));
  const partId = useId();
  return (
    <div>
      <UnstyledButton
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setIsOpen(!isOpen)}
        fz="sm"
        fw={500}
      >
        <Group gap={4}>
          <span style={{ display: 'flex', transform: isOpen ? undefined : 'rotate(-90deg)' }}>
            <Icon name="down" size={16} />
          </span>
          Restrictions and compatibility
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={partId}>
        <Stack pt="sm">
          <WhenAndWhere {...fields} />
          <HowOften {...fields} />
          <Checkbox
            label="Accept Dynamic Yield requests"
            description="Field names, cookies and paths of the Dynamic Yield Experience APIs work with this key."
            checked={fields.draft.isCompatible}
            onChange={(event) => fields.change({ isCompatible: event.currentTarget.checked })}
          />
          {isNew && (
            <Checkbox
              label="Show the value once"
              description="The value is not stored, so you cannot copy it later."
              checked={fields.draft.isShownOnce}
              onChange={(event) => fields.change({ isShownOnce: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </Collapse>
    </div>
  );
}

function WhenAndWhere({ draft, change, faultOf }: FieldsProps) {
  return (
    <>
      <TextInput
        type="date"
        label="Last day"
        description="The key expires at the end of this day (UTC). Leave empty for never."
        maw={240}
        value={draft.lastDay}
        error={faultOf('expiresAt')}
        onChange={(event) => change({ lastDay: event.currentTarget.value })}
      />
      <Textarea
        label="Allowed origins"
        description="Web pages that can use the key, one per line; * stands for every subdomain. Leave empty for all."
        placeholder="https://*.shop.example"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.origins}
        error={faultOf('allowedOrigins')}
        onChange={(event) => change({ origins: event.currentTarget.value })}
      />
    </>
  );
}

function HowOften({ draft, change, faultOf }: FieldsProps) {
  const shared = { type: 'number', inputMode: 'numeric', min: 1, max: 1_000_000 } as const;
  return (
    <Group align="flex-start" grow>
      <TextInput
        {...shared}
        label="Requests per second"
        description="Per node. Leave empty for no limit."
        value={draft.rateLimit}
        error={faultOf('rateLimit')}
        onChange={(event) => change({ rateLimit: numberOf(event.currentTarget.value) })}
      />
      <TextInput
        {...shared}
        label="Burst"
        description="Leave empty for twice the limit."
        disabled={draft.rateLimit === ''}
        value={draft.rateBurst}
        error={faultOf('rateBurst')}
        onChange={(event) => change({ rateBurst: numberOf(event.currentTarget.value) })}
      />
    </Group>
  );
}

const numberOf = (text: string) => (text === '' ? '' : Number(text));
