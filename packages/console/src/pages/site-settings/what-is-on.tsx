// The vertical and the features, with the permissions that they add and remove.

import {
  type Feature,
  features,
  isOffered,
  permissionIds,
  permissions,
  type Vertical,
  verticals,
} from '@attune/contract';
import { Alert, List, Select, Stack, Switch, Text } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

const words: Readonly<Record<Feature, string>> = {
  feeds: 'Product feeds',
  affinity: 'Affinity profiles',
  'management-api': 'Management API',
};

export function WhatIsOn({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  const turn = (feature: Feature, isOn: boolean) =>
    form.set({
      features: features.filter((one) => (one === feature ? isOn : values.features.includes(one))),
    });
  return (
    <Section
      title="Features"
      anchor="features"
      about="The vertical and features decide which permissions API keys can have."
    >
      <Select
        label="Vertical"
        data={[...verticals]}
        value={values.vertical}
        onChange={(vertical) => vertical && form.set({ vertical: vertical as Vertical })}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={form.faultOf('vertical')}
        maw={360}
      />
      <Stack gap="sm" role="group" aria-label="Features">
        {features.map((feature) => (
          <Switch
            key={feature}
            label={words[feature]}
            description={`Key permission: ${permissionsOf(feature)}`}
            checked={values.features.includes(feature)}
            onChange={(event) => turn(feature, event.currentTarget.checked)}
            disabled={isReadOnly}
          />
        ))}
        {form.faultOf('features') && (
          <Text size="sm" c="var(--mantine-color-error)">
            {form.faultOf('features')}
          </Text>
        )}
      </Stack>
      <Difference form={form} />
    </Section>
  );
}

function permissionsOf(feature: Feature): string {
  return permissionIds
    .filter((id) => permissions[id].feature === feature)
    .map((id) => permissions[id].label)
    .join(', ');
}

/** The permissions that keys lose and can have once it is saved. */
function Difference({ form: { values, saved } }: { form: Form }) {
  const lost = permissionIds.filter((id) => isOffered(id, saved) && !isOffered(id, values));
  const won = permissionIds.filter((id) => !isOffered(id, saved) && isOffered(id, values));
  if (lost.length === 0 && won.length === 0) return null;
  const listed = (ids: typeof lost) =>
    ids.map((id) => <List.Item key={id}>{permissions[id].label}</List.Item>);
  return (
    <Alert color={lost.length > 0 ? 'orange' : 'blue'} icon={<Icon name="alert" />} role="status">
      {lost.length > 0 && (
        <>
          <Text size="sm">
            When you save, all keys lose these permissions, and requests that need them are
            rejected. Keys get them back when you turn the feature on again.
          </Text>
          <List size="sm">{listed(lost)}</List>
        </>
      )}
      {won.length > 0 && (
        <>
          <Text size="sm">When you save, keys can have these permissions:</Text>
          <List size="sm">{listed(won)}</List>
        </>
      )}
    </Alert>
  );
}
