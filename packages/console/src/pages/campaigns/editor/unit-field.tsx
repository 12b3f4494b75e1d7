// What a campaign draws, keeps with a variation and counts: devices, persons or accounts.
import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import type { Draft } from './draft.ts';
import type { Form } from './form.ts';

type Unit = NonNullable<Draft['unit']>;

const abouts: Readonly<Record<Unit, string>> = {
  device: 'A device keeps its variation, even when people sign in and out.',
  person: 'A person keeps their variation on all devices once they are identified.',
  account: 'Everyone in an account gets the same; visitors without an account are not in the test.',
};

export function UnitField({ form }: { form: Form }) {
  const { draft, set, isReadOnly } = form;
  const labelId = useId();
  const unit = draft.unit ?? 'device';
  const fault = form.faultOf('/unit');
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} id={labelId}>
        Unit
      </Text>
      <SegmentedControl
        aria-labelledby={labelId}
        data={[
          { value: 'device', label: 'Device' },
          { value: 'person', label: 'Person' },
          { value: 'account', label: 'Account' },
        ]}
        value={unit}
        disabled={isReadOnly}
        onChange={(chosen) => set({ unit: chosen as Unit, accountType: undefined })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      <Text size="xs" c="dimmed">
        {abouts[unit]}
      </Text>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {unit === 'account' && <AccountType form={form} />}
    </Stack>
  );
}

function AccountType({ form }: { form: Form }) {
  const { name: site } = useSite();
  const { accountType = '' } = form.draft;
  const settings = useAnswer(consoleApi.readSettings, { params: { site } });
  const types = settings.data?.accountTypes ?? [];
  const known = types.includes(accountType) || accountType === '' ? types : [accountType, ...types];
  const isMissing = settings.data !== undefined && types.length === 0;
  return (
    <NativeSelect
      label="Identifier type of accounts"
      description={
        isMissing ? 'Add an identifier type for accounts in the site settings.' : undefined
      }
      style={{ flex: '0 1 20rem' }}
      disabled={form.isReadOnly}
      value={accountType}
      data={[{ value: '', label: 'Choose an identifier type' }, ...known]}
      onChange={(event) => form.set({ accountType: event.currentTarget.value || undefined })}
      error={form.faultOf('/accountType')}
    />
  );
}
