// The vertical and the features, with the permissions that they give and withdraw.

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
  feeds: 'Feeds of products and other items',
  affinity: 'Affinity profiles',
  'management-api': 'Management of campaigns and audiences by API',
};

export function WhatIsOn({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  const turn = (feature: Feature, isOn: boolean) =>
    form.set({
      features: features.filter((one) => (one === feature ? isOn : values.features.includes(one))),
    });
  return (
    <Section
      title="Kind of site"
      about="The vertical and the features decide which permissions keys of this site can have."
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
            description={`Off withdraws from every key: ${givenBy(feature)}`}
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

function givenBy(feature: Feature): string {
  return permissionIds
    .filter((id) => permissions[id].feature === feature)
    .map((id) => permissions[id].label)
    .join(', ');
}

/** What keys lose and may be given once it is saved. */
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
            Once this is saved, keys can no longer do the following; programs that use it are
            refused. Keys keep the permission for the day when it is offered again.
          </Text>
          <List size="sm">{listed(lost)}</List>
        </>
      )}
      {won.length > 0 && (
        <>
          <Text size="sm">Once this is saved, keys may have, and those that had it regain:</Text>
          <List size="sm">{listed(won)}</List>
        </>
      )}
    </Alert>
  );
}
