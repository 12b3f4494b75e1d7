// People who always get a certain variation of what is live.
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useExplanationNames } from '../../../conditions/use-vocabulary.ts';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { givenOf, nameOf, type TestUser } from './draft.ts';
import type { Form } from './form.ts';

export function TestUsers({ form }: { form: Form }) {
  const { testUsers, experiences } = form.draft;
  const put = (next: readonly TestUser[]) => form.set({ testUsers: next });
  const [first] = experiences;
  const begin = first?.variations[0] ? givenOf(first, first.variations[0]) : '';
  return (
    <Section
      title="Test users"
      about="They always get the variation you choose of what is live, whatever the targeting, and never count."
    >
      {testUsers.map((user, at) => (
        <TestUserRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a test user is a place, without state
          key={at}
          form={form}
          user={user}
          fault={form.faultOf(`/testUsers/${at}`)}
          onChange={(next) => put(testUsers.with(at, next))}
          onRemove={() => put(testUsers.filter((_, index) => index !== at))}
        />
      ))}
      {!form.isReadOnly && testUsers.length < 100 && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => put([...testUsers, { cuid: '', cuidType: 'external', given: begin }])}
          >
            Add test user
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface RowGiven {
  readonly form: Form;
  readonly user: TestUser;
  readonly fault: string | undefined;
  readonly onChange: (user: TestUser) => void;
  readonly onRemove: () => void;
}

const byId = 'user id';

function TestUserRow({ form, user, fault, onChange, onRemove }: RowGiven) {
  const { given, cuidType = byId } = user;
  const name = user.cuid ?? user.id ?? '';
  const called = (typed: string, type: string): TestUser =>
    type === byId ? { id: typed, given } : { cuid: typed, cuidType: type, given };
  const names = useExplanationNames();
  const types = [...new Set([byId, 'external', 'he', cuidType])];
  const choices = form.draft.experiences.flatMap((experience) =>
    experience.variations.map((variation) => ({
      value: givenOf(experience, variation),
      label: `${variation.name} (${nameOf(experience, names)})`,
    })),
  );
  const isKnown = choices.some(({ value }) => value === given);
  return (
    <div>
      <Group gap={6}>
        <NativeSelect
          aria-label="Identifier type"
          size="xs"
          disabled={form.isReadOnly}
          value={cuidType}
          data={types}
          onChange={(event) => onChange(called(name, event.currentTarget.value))}
        />
        <TextInput
          aria-label="Test user"
          size="xs"
          style={{ flex: '1 1 8rem' }}
          maxLength={250}
          readOnly={form.isReadOnly}
          value={name}
          onChange={(event) => onChange(called(event.currentTarget.value, cuidType))}
        />
        <NativeSelect
          aria-label="Variation"
          size="xs"
          style={{ flex: '1 1 10rem' }}
          disabled={form.isReadOnly}
          value={given}
          data={[...(isKnown ? [] : [{ value: given, label: 'Choose one' }]), ...choices]}
          onChange={(event) => onChange({ ...user, given: event.currentTarget.value })}
        />
        {!form.isReadOnly && <RemoveButton label={`Remove test user ${name}`} onClick={onRemove} />}
      </Group>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
    </div>
  );
}
