// What payloads must look like, and who is always given a certain variation.
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { givenOf, type TestUser } from './draft.ts';
import type { Form } from './form.ts';

export function Checks({ form }: { form: Form }) {
  return (
    <Section title="Checks and test users">
      <SchemaField form={form} />
      <TestUsers form={form} />
    </Section>
  );
}

function SchemaField({ form }: { form: Form }) {
  const { payloadSchema } = form.draft;
  if (form.isReadOnly) {
    if (payloadSchema === '') return null;
    return <CodeBlock code={payloadSchema} what="the schema of payloads" />;
  }
  return (
    <JsonField
      label="Schema of payloads"
      description="JSON Schema 2020-12. Every payload is held to it. Empty: payloads may be anything."
      minRows={2}
      isEmptyFine
      value={payloadSchema}
      onChange={(text) => form.set({ payloadSchema: text })}
      error={form.faultOf('/payloadSchema')}
    />
  );
}

function TestUsers({ form }: { form: Form }) {
  const { testUsers, experiences } = form.draft;
  const put = (next: readonly TestUser[]) => form.set({ testUsers: next });
  const [first] = experiences;
  const begin = first?.variations[0] ? givenOf(first, first.variations[0]) : '';
  return (
    <Stack gap="xs" role="group" aria-label="Test users">
      <div>
        <Text size="sm" fw={600}>
          Test users
        </Text>
        <Text size="xs" c="dimmed">
          Always given a certain variation of what is live, whatever its targeting. They never
          count.
        </Text>
      </div>
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
    </Stack>
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
  const types = [...new Set([byId, 'external', 'he', cuidType])];
  const choices = form.draft.experiences.flatMap((experience) =>
    experience.variations.map((variation) => ({
      value: givenOf(experience, variation),
      label: `${variation.name} (${experience.name})`,
    })),
  );
  const isKnown = choices.some(({ value }) => value === given);
  return (
    <div>
      <Group gap={6}>
        <NativeSelect
          aria-label="Kind of name"
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
          aria-label="Is given"
          size="xs"
          style={{ flex: '1 1 10rem' }}
          disabled={form.isReadOnly}
          value={given}
          data={[...(isKnown ? [] : [{ value: given, label: 'Choose one' }]), ...choices]}
          onChange={(event) => onChange({ ...user, given: event.currentTarget.value })}
        />
        {!form.isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={`Remove test user ${name}`}
            onClick={onRemove}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        )}
      </Group>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
    </div>
  );
}
