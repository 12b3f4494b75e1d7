// What visitors like who get a variation: values of affinity properties.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import type { Variation } from './draft.ts';

type Tags = NonNullable<Variation['tags']>;

interface Given {
  readonly tags: Tags;
  readonly onChange: (tags: Tags) => void;
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
}

export function TagsFields({ tags, onChange, isReadOnly, error }: Given) {
  return (
    <Stack gap={6} role="group" aria-label="Tags">
      <Text size="sm" fw={600}>
        Tags: shown to visitors who like
      </Text>
      {tags.map((tag, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tag is its place, and holds no state
        <Group key={at} gap={6} wrap="nowrap">
          {(['property', 'value'] as const).map((name) => (
            <TextInput
              key={name}
              aria-label={name === 'property' ? 'Affinity property' : 'Affinity value'}
              placeholder={name === 'property' ? 'categories' : 'Shoes'}
              size="xs"
              style={{ flex: 1 }}
              readOnly={isReadOnly}
              value={tag[name]}
              onChange={(event) =>
                onChange(tags.with(at, { ...tag, [name]: event.currentTarget.value }))
              }
            />
          ))}
          {!isReadOnly && (
            <RemoveButton
              label={`Remove the tag ${tag.property} ${tag.value}`}
              onClick={() => onChange(tags.filter((_, index) => index !== at))}
            />
          )}
        </Group>
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      {!isReadOnly && tags.length < 20 && (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange([...tags, { property: '', value: '' }])}
          >
            Add tag
          </Button>
        </Group>
      )}
    </Stack>
  );
}
