// The variations of an experience: their weights, what each share comes to, and their payloads.
import { Button, Group, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { sayShare } from './differences.ts';
import { newVariation, sharesOf, type Variation } from './draft.ts';
import type { PartGiven } from './part.ts';
import { PayloadField } from './payload-field.tsx';
import { SharesBar } from './shares-bar.tsx';
import { TagsFields } from './tags-fields.tsx';

export function Variations({ form, experience, pointer, set }: PartGiven) {
  const { variations } = experience;
  const adding = useRef<HTMLButtonElement>(null);
  const put = (next: readonly Variation[]) => set({ variations: next });
  const shares = sharesOf(variations);
  const isEven = variations.every(({ weight }) => weight === variations[0]?.weight);
  const fault = form.faults.find((one) => one.pointer === `${pointer}/variations`)?.detail;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Variations
        </Text>
        {!form.isReadOnly && !isEven && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => put(variations.map((one) => ({ ...one, weight: 1 })))}
          >
            Equalise weights
          </Button>
        )}
      </Group>
      {variations.length > 1 && <SharesBar variations={variations} />}
      {variations.map((variation, at) => (
        <VariationShown
          key={variation.key}
          {...{ form, variation }}
          pointer={`${pointer}/variations/${at}`}
          share={shares[at] ?? 0}
          hasTags={experience.allocation === 'affinity'}
          onChange={(part) => put(variations.with(at, { ...variation, ...part }))}
          onRemove={
            variations.length === 1
              ? undefined
              : () => {
                  put(variations.filter(({ key }) => key !== variation.key));
                  adding.current?.focus();
                }
          }
        />
      ))}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
      {!form.isReadOnly && variations.length < 100 && (
        <Group>
          <Button
            ref={adding}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => put([...variations, newVariation(variations, form.draft)])}
          >
            Add variation
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface Given extends Pick<PartGiven, 'form'> {
  readonly variation: Variation;
  readonly pointer: string;
  readonly share: number;
  readonly hasTags: boolean;
  readonly onChange: (part: Partial<Variation>) => void;
  readonly onRemove: (() => void) | undefined;
}

function VariationShown({ form, variation, pointer, share, hasTags, onChange, onRemove }: Given) {
  return (
    <Paper withBorder p="sm" role="group" aria-label={`Variation ${variation.name}`}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput
            label="Variation"
            style={{ flex: '1 1 10rem', minWidth: 0 }}
            maxLength={200}
            readOnly={form.isReadOnly}
            value={variation.name}
            error={form.faultOf(`${pointer}/name`)}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <NumberInput
            label="Weight"
            w={96}
            min={0}
            max={1_000_000}
            readOnly={form.isReadOnly}
            value={variation.weight}
            error={form.faultOf(`${pointer}/weight`)}
            onChange={(typed) => typeof typed === 'number' && onChange({ weight: typed })}
          />
          <Text size="sm" mt={31} w={56} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {sayShare(Math.round(share * 1_000) / 1_000)}
          </Text>
          {!form.isReadOnly && onRemove && (
            <RemoveButton
              size={36}
              mt={25}
              label={`Remove variation: ${variation.name}`}
              onClick={onRemove}
            />
          )}
        </Group>
        <PayloadField {...{ form, variation, onChange }} pointer={`${pointer}/payload`} />
        {hasTags && (
          <TagsFields
            tags={variation.tags ?? []}
            onChange={(tags) => onChange({ tags })}
            isReadOnly={form.isReadOnly}
            error={form.faultOf(`${pointer}/tags`)}
          />
        )}
      </Stack>
    </Paper>
  );
}
