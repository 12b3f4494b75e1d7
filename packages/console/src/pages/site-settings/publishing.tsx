// Whether campaigns need an approval before they are published, and who gives it.
import type { ApprovalRule } from '@attune/contract';
import { Select } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

const rules: readonly { readonly value: ApprovalRule; readonly label: string }[] = [
  { value: 'none', label: 'Not needed' },
  { value: 'editor', label: 'Another Editor or Admin approves' },
  { value: 'admin', label: 'An Admin approves' },
];

export function Publishing({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section title="Publishing" anchor="publishing">
      <Select
        label="Approval of campaigns"
        description="Teammates cannot approve their own changes, unless no one else on the site can approve."
        data={[...rules]}
        value={values.approval}
        onChange={(rule) => rule && form.set({ approval: rule as ApprovalRule })}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={form.faultOf('approval')}
        maw={480}
      />
    </Section>
  );
}
